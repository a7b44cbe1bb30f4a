import { createHash } from 'node:crypto'
import type { RunEvent } from '../../contract/event.ts'
import type { RunFact, SeenFailure } from '../../contract/feedback.ts'
import { reduceRun } from '../../contract/reduce-run.ts'
import type { RunResult } from '../../contract/run.ts'
import { kindOfTask } from '../agent/kind-of-task.ts'

/** Facts about the strategies that are ours: only their names are kept. */
export type KnownStrategies = ReadonlyMap<string, { title: string; answers: readonly string[] }>

export interface RunStory {
  facts: RunFact[]
  isSampled: boolean
}

type Block = RunResult['blocks'][number]

/** The shape of the ids of our patterns. */
const ID = /^(?=.{1,60}$)[a-z0-9][a-z0-9-]*(?:\/[a-z0-9-]+){1,3}$/
const HASH = /^[0-9a-f]{6,64}$/

/**
 * The structured feedback of a run: what failed, which strategy mended it, in which context. Everything that a program, its
 * output or a model could have worded is left out, or is a hash.
 */
export function factsOfRun(events: readonly RunEvent[], strategies: KnownStrategies): RunStory {
  const run = reduceRun(events)
  const start = events.find((event) => event.type === 'run.start')
  const noted = events.findLast((event) => event.type === 'feedback.noted')
  const used = events.filter((event) => event.type === 'lessons.used')
  const facts = run.blocks.flatMap((block, index): RunFact[] => {
    const [first] = block.attempts
    if (!first || block.language === null) return []
    const { language, attempts } = block
    const lessons = used.filter((event) => event.block === index).flatMap((event) => event.lessons.map(({ id }) => id))
    return [
      {
        ...{ runId: run.runId, block: index, agent: start?.agent ?? null, at: run.startedAt, language },
        kind: noted?.kind ?? kindOfTask({ words: start?.request?.task, code: first.code, language }).kind,
        outcome: block.outcome ?? run.outcome ?? 'error',
        attempts: attempts.length,
        durationMs: attempts.reduce((sum, attempt) => sum + (attempt.durationMs ?? 0), 0),
        program: createHash('sha256').update(first.code).digest('hex').slice(0, 32),
        failures: attempts.flatMap((_, n) => failureOf(block, n, strategies) ?? []),
        ...{ lessons: [...new Set(lessons)], verdict: null },
      },
    ]
  })
  return { facts, isSampled: noted?.isSampled ?? true }
}

function failureOf(block: Block, n: number, strategies: KnownStrategies): SeenFailure | undefined {
  const error = block.attempts[n]?.error
  const fingerprint = error?.fingerprint
  if (!error || fingerprint === undefined || !HASH.test(fingerprint)) return undefined
  const next = block.attempts[n + 1]
  const known = (strategy: string | undefined) => (strategy !== undefined && strategies.has(strategy) ? strategy : null)
  const strategy = known(next?.strategy)
  const tried = (next?.tried ?? (n === block.attempts.length - 1 ? block.stopped?.tried : undefined) ?? []).flatMap(
    ({ strategy: id, outcome }) => (known(id) ? [{ strategy: id, outcome }] : []),
  )
  const answered = strategy === null ? [] : (strategies.get(strategy)?.answers ?? [])
  return {
    fingerprint,
    pattern: error.pattern !== undefined && ID.test(error.pattern) ? error.pattern : 'other',
    category: error.category ?? 'runtime',
    type: answered.includes(error.type) ? error.type : null,
    strategy,
    isRepaired: strategy !== null && block.outcome === 'ok' && n === block.attempts.length - 2,
    tried: tried.slice(0, MOST_TRIED),
  }
}

const MOST_TRIED = 20
