import type { Diagnosis } from '../../contract/diagnosis.ts'
import { lineOf } from '../../language/error/with-expression.ts'
import type { Executed } from '../execution.ts'
import type { Understood } from '../failure.ts'
import type { Trial, TryOut } from '../try-out.ts'
import { breaksPromise } from './breaks-promise.ts'
import type { Candidate } from './candidate.ts'
import { oddOutput } from './odd-output.ts'
import { ownExamples } from './own-examples.ts'
import type { Verdict } from './race.ts'
import { STILL_AT_WORK } from './repair-features.ts'

/** The result of a trial beside its verdict. */
export interface TrialDetail {
  executed: Executed
  /** Absent when nothing was wrong. */
  diagnosis?: Diagnosis
  /** The program ended well, but something speaks against it: it is used only when there is nothing better. */
  doubt?: string
  /** The candidate ended well, but its output shows that it is no repair. */
  refused?: string
  failedTest?: FailedTest
  /** The number of examples in docstrings of the program that it gives as they are told. */
  examples?: number
}

/** A test that a candidate fails, in words, and with the error that ended it. */
export interface FailedTest extends Partial<Pick<Understood, 'raised' | 'failedTest'>> {
  text: string
  diagnosis?: Diagnosis | undefined
  /** It was ended for its time. */
  isLate: boolean
}

export interface TryingParts {
  tryOut: TryOut
  diagnose(ran: { code: string; language: Understood['language']; executed: Executed }): Diagnosis
  /** The first test that the program fails. */
  failedTest(trial: Understood & { code: string }, signal: AbortSignal): Promise<FailedTest | undefined>
}

/** A trial gets at least this long, and a multiple of the time that the program took until it failed. */
const LEAST_MS = 2000
const TIMES_AS_LONG = 5

/** Runs one candidate in a sandbox of its own, from the same state as the failed attempt. */
export async function tryCandidate(
  { candidate, failure, parts }: { candidate: Candidate; failure: Understood; parts: TryingParts },
  signal: AbortSignal,
): Promise<Verdict<TrialDetail>> {
  const { language, limits, admission, request, archive, keepsWorkspace, session } = failure
  const { code } = candidate
  const timeoutMs = Math.min(limits.timeoutMs, Math.max(LEAST_MS, TIMES_AS_LONG * failure.executed.end.durationMs))
  const trial = {
    code,
    language,
    limits: { ...limits, timeoutMs },
    admission,
    request,
    archive,
    keepsWorkspace,
    session,
  }
  const executed = await parts.tryOut(trial, signal)
  const { endedBy, exitCode } = executed.end
  if (endedBy === 'timeout' && timeoutMs < limits.timeoutMs) {
    return { candidate, isClean: false, detail: { executed, doubt: `${STILL_AT_WORK} after ${timeoutMs} ms` } }
  }
  if (endedBy !== 'exit' || exitCode !== 0) {
    return { candidate, isClean: false, detail: { executed, diagnosis: parts.diagnose({ code, language, executed }) } }
  }
  const complaint = language.errorOf({ stderr: executed.stderr, code, exitCode: 1 })
  if (complaint) {
    // A shell goes on after a failed line: its end says nothing about the lines before.
    const end = { ...executed.end, exitCode: 1, error: complaint }
    const diagnosis = parts.diagnose({ code, language, executed: { ...executed, end } })
    return { candidate, isClean: false, detail: { executed, diagnosis, doubt: `it ends well, but complains` } }
  }
  const refused = oddOutput(executed.stdout, { code: failure.code, earlier: failure.executed.stdout })
  if (refused) return { candidate, isClean: false, detail: { executed, refused } }
  const doubt = doubtAbout(executed, failure, code)
  const testMs = Math.min(limits.timeoutMs, Math.max(timeoutMs, TIMES_AS_LONG * (failure.failedTest?.durationMs ?? 0)))
  const tested = { ...failure, code, limits: { ...limits, timeoutMs: testMs } }
  const failedTest = doubt === undefined ? await parts.failedTest(tested, signal) : undefined
  if (!failedTest && doubt === undefined) return asItSaysItself({ candidate, executed, trial, parts }, signal)
  if (!failedTest) return { candidate, isClean: false, detail: { executed, ...(doubt && { doubt }) } }
  const { text, diagnosis, isLate } = failedTest
  if (isLate && testMs < limits.timeoutMs)
    return { candidate, isClean: false, detail: { executed, doubt: `${STILL_AT_WORK} in a test after ${testMs} ms` } }
  return { candidate, isClean: false, detail: { executed, doubt: text, failedTest, ...(diagnosis && { diagnosis }) } }
}

/** Examples in docstrings of the program are the nearest to tests where the caller has none, and further ones where it has some. */
async function asItSaysItself(
  { candidate, executed, trial, parts }: { candidate: Candidate; executed: Executed; trial: Trial; parts: TryingParts },
  signal: AbortSignal,
): Promise<Verdict<TrialDetail>> {
  const own = await ownExamples(trial, { tryOut: parts.tryOut, signal })
  if (own?.broken) return { candidate, isClean: false, detail: { executed, doubt: own.broken } }
  return { candidate, isClean: true, detail: { executed, ...(own && { examples: own.kept }) } }
}

/** Output before the failure should be printed again, and functions should give what they promise. */
function doubtAbout(
  { stdout }: Executed,
  { code: before, executed, language }: Understood,
  code: string,
): string | undefined {
  const { exitCode, error } = executed.end
  const isKept = exitCode === 0 ? keepsLines(stdout, executed.stdout) : stdout.startsWith(executed.stdout)
  // A condition that the shell could not read chose the wrong branch, a value that it could not assign is missing in all that is printed, and a
  // document without an end took commands for text. A called command whose program cannot be read did nothing.
  const isUnread = exitCode === 0 && error?.type === 'ToolError'
  const isAstray =
    isUnread || TURNING.test(lineOf(before, error?.line ?? 0)) || error?.message.startsWith('here-document') === true
  if (!isKept && language.goesOn && isAstray) return undefined
  if (!isKept) return 'it prints something else than before'
  return language.id === 'python' ? breaksPromise(code, stdout) : undefined
}

const TURNING = /^\s*(?:(?:if|elif|while|until)\b|\w+(?: +=|= +))/

/**
 * A program that went on after its failure has printed lines from behind it too: all are printed again, with others between them. A line that
 * had nothing where a lost value belongs has it now.
 */
function keepsLines(stdout: string, earlier: string): boolean {
  const lines = earlier.split('\n')
  let kept = 0
  for (const line of stdout.split('\n')) if (kept < lines.length && isGrownFrom(line, lines[kept] ?? '')) kept++
  return kept === lines.length
}

/** Whether a line is another one with something put in at a single place. */
function isGrownFrom(line: string, old: string): boolean {
  let same = 0
  while (same < old.length && line[same] === old[same]) same++
  return line.length >= old.length && line.endsWith(old.slice(same))
}
