import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import type { Analysis } from '../contract/analysis.ts'
import type { CommandVerdict } from '../contract/command.ts'
import { createThread, orAborted } from '../language/syntax/thread.ts'
import type { CustomRule } from './guard/custom/rule-document.ts'
import type { Dangers, Program } from './guard/find-dangers.ts'
import type { Inspected, Inspection, InspectionCache, InspectionKind, InspectionQuestion } from './inspection.ts'
import { WARM_UP_PROGRAMS } from './warm-up-programs.ts'

const TIMEOUT_MS = 2_000
/** So many until V8 has compiled what is used often: guard and analysis of 50 lines then take 4 ms instead of 35. */
const WARM_UP_ROUNDS = 100
/** Sources here, what was built from them in the published package. */
const FILE = new URL(`./inspection-worker${extname(import.meta.filename)}`, import.meta.url)

export interface InspectionParts {
  cache: InspectionCache
  /** Tells apart what other rules found: answers of an older version are not answers of this one. */
  readVersion(): Promise<string>
  onTrouble(error: unknown): void
  /** Rules of one's own. */
  customRules: readonly CustomRule[]
}

/** Rules and measures in a thread of their own: the server never waits for them, whatever they are given. */
export function createInspection({ cache, readVersion, customRules, onTrouble }: InspectionParts): Inspection {
  const thread = createThread<InspectionQuestion, Inspected>({
    file: FILE,
    timeoutMs: TIMEOUT_MS,
    data: customRules,
  })
  const ownRules = customRules.length === 0 ? '' : JSON.stringify(customRules)
  let version: Promise<string> | undefined
  const underWay = new Map<string, Promise<string | undefined>>()

  const inspect = async (key: string, question: InspectionQuestion): Promise<string | undefined> => {
    const known = await cache.get(key)
    if (known !== undefined) return known
    const answer = await thread.ask(question)
    if (!answer) return undefined
    if ('bugs' in answer && answer.bugs) onTrouble(new Error(`rules of the guard failed: ${answer.bugs.join('; ')}`))
    const body = JSON.stringify(answer)
    cache.put(key, body)
    return body
  }
  /** Whoever asks for the same at the same time waits for one answer. */
  const ask = async (kind: InspectionKind, program: Program, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    // Many commands never ask for a program.
    version ??= readVersion()
    const key = keyOf(kind, `${await version}${ownRules}`, program)
    const asking = underWay.get(key) ?? inspect(key, { kind, ...program }).finally(() => underWay.delete(key))
    underWay.set(key, asking)
    return signal ? orAborted(asking, signal) : asking
  }
  return {
    async dangersOf(program, signal) {
      const body = await ask('guard', program, signal)
      return body === undefined ? unreadable(program) : (JSON.parse(body) as Dangers)
    },
    async analysisOf(program, signal) {
      const body = await ask('analyze', program, signal)
      return body === undefined ? undefined : (JSON.parse(body) as Analysis)
    },
    async verdictOn(command, policy, signal) {
      const verdict = await thread.ask({ kind: 'command', command, policy }, signal)
      return (verdict as CommandVerdict | null | undefined) ?? UNREADABLE_COMMAND
    },
    prepare: thread.start,
    async warmUp() {
      // One after the other, so that a program that comes meanwhile waits for one of them at most.
      for (let round = 0; round < WARM_UP_ROUNDS; round++) {
        for (const program of WARM_UP_PROGRAMS) {
          for (const kind of ['guard', 'analyze'] as const) await thread.ask({ kind, ...program })
        }
      }
    },
    close: thread.close,
  }
}

const keyOf = (kind: InspectionKind, version: string, { language, code }: Program): string =>
  createHash('sha256').update(`${kind}\0${version}\0${language}\0${code}`).digest('hex')

const UNREADABLE_COMMAND: CommandVerdict = {
  allowed: false,
  rule: 'command/not-understood',
  reason: 'The command cannot be read.',
  programs: [],
}

/** Programs are seldom so hard to read by accident. */
const unreadable = ({ code }: Program): Dangers => ({
  findings: [
    {
      rule: 'any/unreadable',
      family: 'obfuscation',
      severity: 'high',
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: (code.split(/[\r\n]/, 1)[0] ?? '').length + 1,
      message: 'The program cannot be read: it exhausts the parsers',
      why: 'Programs that people write are read in milliseconds; what stops a reader may be made to.',
      remedy: 'Split the program, or nest it less deeply.',
      cwe: [506],
      from: 'rules',
    },
  ],
  leftOut: 0,
  isPartial: true,
})
