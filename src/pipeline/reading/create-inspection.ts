import { createHash } from 'node:crypto'
import type { Analysis } from '../../contract/analysis.ts'
import type { CommandVerdict } from '../../contract/command.ts'
import { EngineError } from '../../contract/errors.ts'
import type { CustomRule } from '../guard/custom/rule-document.ts'
import type { Dangers, Program } from '../guard/find-dangers.ts'
import { UNREADABLE, unreadableFinding } from '../guard/unreadable.ts'
import type { Inspection, InspectionCache, InspectionKind } from './inspection.ts'
import { readingBudgetMs } from './reading-budget.ts'
import type { Reading } from './reading-jobs.ts'
import { createShared } from './shared.ts'
import { WARM_UP_PROGRAMS } from './warm-up-programs.ts'

/** After so many rounds V8 has compiled the hot code: guard and analysis of 50 lines then take 4 ms instead of 35. */
const WARM_UP_ROUNDS = 100

export interface InspectionParts {
  reading: Reading
  cache: InspectionCache
  /** Distinguishes versions of the rules: cached answers of an older version do not count. */
  readVersion(): Promise<string>
  onTrouble(error: unknown): void
  /** The custom rules of this server. */
  customRules: readonly CustomRule[]
}

/** Rules and measures in threads: the server never waits for them, for any program. */
export function createInspection({ reading, cache, readVersion, customRules, onTrouble }: InspectionParts): Inspection {
  const ownRules = customRules.length === 0 ? '' : JSON.stringify(customRules)
  let version: Promise<string> | undefined
  const given = ({ code }: { code: string }, signal?: AbortSignal) => ({
    budgetMs: readingBudgetMs(code.length),
    signal,
  })

  const inspect = async (key: string, { kind, program, signal }: Question): Promise<string | undefined> => {
    const known = await cache.get(key)
    if (known !== undefined) return known
    const answer = await reading.ask(kind, program, given(program, signal))
    if (!answer) return undefined
    if ('bugs' in answer && answer.bugs) onTrouble(new Error(`rules of the guard failed: ${answer.bugs.join('; ')}`))
    const body = JSON.stringify(answer)
    if (!isCut(answer)) cache.put(key, body)
    return body
  }
  /** Callers that ask for the same at the same time share one answer. */
  const shared = createShared<string | undefined>()
  const ask = async (kind: InspectionKind, program: Program, signal: AbortSignal | undefined) => {
    signal?.throwIfAborted()
    // Read lazily, because many commands never inspect a program.
    version ??= readVersion()
    const key = keyOf(kind, `${await version}${ownRules}`, program)
    return shared(key, (untilAllLeft) => inspect(key, { kind, program, signal: untilAllLeft }), signal)
  }
  /** A program that exhausts the parsers is looked through without them; when even that fails, it is reported as unreadable. */
  const scanned = async (program: Program, signal?: AbortSignal): Promise<Dangers> => {
    try {
      return await reading.ask('scan', program, given(program, signal))
    } catch (error) {
      if (!isExhausting(error)) throw error
      return { findings: [unreadableFinding(program)], leftOut: 0, isPartial: true }
    }
  }
  return {
    async dangersOf(program, signal) {
      try {
        return JSON.parse((await ask('guard', program, signal)) ?? '') as Dangers
      } catch (error) {
        if (isExhausting(error)) return scanned(program, signal)
        throw error
      }
    },
    async analysisOf(program, signal) {
      const body = await ask('analyze', program, signal)
      return body === undefined ? undefined : (JSON.parse(body) as Analysis)
    },
    async verdictOn(command, policy, signal) {
      try {
        return await reading.ask('command', { command, policy }, given({ code: command }, signal))
      } catch (error) {
        if (isExhausting(error)) return UNREADABLE_COMMAND
        throw error
      }
    },
    async warmUp() {
      // One after the other, so that an arriving program waits for one of them at most. The spare thread loads by itself.
      const warm = async () => {
        for (let round = 0; round < WARM_UP_ROUNDS; round++) {
          for (const program of WARM_UP_PROGRAMS) {
            for (const kind of ['guard', 'analyze'] as const) await reading.ask(kind, program, given(program))
          }
        }
      }
      await warm().catch((error) => {
        if (!isUntimely(error)) throw error
      })
    },
  }
}

interface Question {
  kind: InspectionKind
  program: Program
  signal: AbortSignal
}

/** The clock ended this reading, perhaps on a busy host: the next one may get further, so the answer is not kept. */
const isCut = (answer: Dangers | Analysis): boolean =>
  'findings' in answer && answer.findings.some(({ rule }) => rule === UNREADABLE)

/** Reading was tried, and the program was too much for it: that is no accident of the host. */
const isExhausting = (error: unknown): boolean =>
  error instanceof EngineError &&
  error.code === 'NOT_READ' &&
  (error as EngineError<'NOT_READ'>).details.why !== 'unstarted'

/** The host is busy, or the server stops: a warm-up is not worth waiting for. */
const isUntimely = (error: unknown): boolean =>
  error instanceof EngineError &&
  (error.code === 'SERVER_STOPPING' ||
    (error.code === 'NOT_READ' && (error as EngineError<'NOT_READ'>).details.why === 'late'))

const keyOf = (kind: InspectionKind, version: string, { language, code }: Program): string =>
  createHash('sha256').update(`${kind}\0${version}\0${language}\0${code}`).digest('hex')

const UNREADABLE_COMMAND: CommandVerdict = {
  allowed: false,
  rule: 'command/not-understood',
  reason: 'The command cannot be read.',
  programs: [],
  runsUnread: true,
}
