import type { ActionRequest, ActionResult } from '../contract/action.ts'
import type { Revision } from '../contract/task.ts'

export interface Tried {
  action: ActionRequest
  result: ActionResult
}

/** The usual limits of this server, and the highest that it grants. */
export interface RuleLimits {
  timeoutMs: number
  maxTimeoutMs: number
  commandTimeoutMs: number
  memoryMb: number
  maxMemoryMb: number
  outputBytes: number
  maxOutputBytes: number
  commandOutputBytes: number
}

type Rule = (tried: Tried, limits: RuleLimits) => Omit<Revision, 'by'> | undefined

/** The first rule that applies. A rule makes nothing up: it gives more room, or asks the engine to look for itself. */
export function reviseByRules(tried: Tried, limits: RuleLimits): Revision | undefined {
  for (const [by, rule] of Object.entries(rules)) {
    const revised = rule(tried, limits)
    if (revised) return { by, ...revised }
  }
  return undefined
}

const WIDER = 4

const rules: Record<string, Rule> = {
  'try-again': ({ action, result: { error } }) =>
    error?.retry ? { why: `trying again can help: ${error.message}`, input: action.input ?? {} } : undefined,
  'wider-timeout': wider({
    endedBy: 'timeout',
    limit: 'timeoutMs',
    ceiling: 'maxTimeoutMs',
    ofCommand: 'commandTimeoutMs',
  }),
  'wider-memory': wider({ endedBy: 'memory', limit: 'memoryMb', ceiling: 'maxMemoryMb', ofCommand: 'memoryMb' }),
  'wider-output': wider({
    endedBy: 'output',
    limit: 'outputBytes',
    ceiling: 'maxOutputBytes',
    ofCommand: 'commandOutputBytes',
  }),
  /** A wrong language in the request is left out: the engine finds it by the program. */
  'detected-language': ({ action: { type, input = {} }, result }) => {
    if (type !== 'code.run' || typeof input.language !== 'string' || typeof input.code !== 'string') return undefined
    if (!/syntax|unexpected|parse error|compil|expected/i.test(textOf(result, 'stderr'))) return undefined
    const { language, ...rest } = input
    return {
      why: `it is no ${language} program as it stands: the language is found by the program itself`,
      input: rest,
    }
  },
  /** The directory of a file that the command writes is made first. */
  'missing-directory': ({ action: { type, input = {} }, result }) => {
    const { command } = input
    if (type !== 'shell.run' || typeof command !== 'string') return undefined
    for (const [, path = ''] of command.matchAll(/>{1,2}\s*([\w.-]+(?:\/[\w.-]+)+)/g)) {
      if (!textOf(result, 'stderr').includes(`${path}: No such file or directory`)) continue
      const directory = path.slice(0, path.lastIndexOf('/'))
      return {
        why: `${directory} does not exist yet`,
        input: { ...input, command: `mkdir -p ${directory} && ${command}` },
      }
    }
    return undefined
  },
}

interface Widening {
  endedBy: string
  limit: 'timeoutMs' | 'memoryMb' | 'outputBytes'
  ceiling: keyof RuleLimits
  ofCommand: keyof RuleLimits
}

function wider({ endedBy, limit, ceiling, ofCommand }: Widening): Rule {
  return ({ action: { type, input = {}, session }, result }, limits) => {
    if ((type !== 'code.run' && type !== 'shell.run') || textOf(result, 'endedBy') !== endedBy) return undefined
    // The memory of a session is fixed when it is made.
    if (session !== undefined && limit === 'memoryMb') return undefined
    const options = (input.options ?? {}) as { limits?: Record<string, number> }
    const before = options.limits?.[limit] ?? limits[type === 'code.run' ? limit : ofCommand]
    const next = Math.min(before * WIDER, limits[ceiling])
    if (next <= before) return undefined
    const why = `it ran out of ${endedBy === 'timeout' ? 'time' : endedBy}: ${limit} ${before} → ${next}`
    return { why, input: { ...input, options: { ...options, limits: { ...options.limits, [limit]: next } } } }
  }
}

function textOf({ output }: ActionResult, name: string): string {
  const value = (output as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}
