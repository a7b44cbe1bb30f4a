import type { ProgramTest, TestEnd } from '../../contract/run.ts'
import type { Execution } from '../execution.ts'
import type { TryOut } from '../try-out.ts'
import type { Raised } from './raised.ts'

const MOST_SHOWN = 200

export interface TestRun {
  execution: Omit<Execution, 'block' | 'attempt'>
  test: ProgramTest
  /** Counted from 1. */
  number: number
}

/** The end of a test, and the error that ended it, if one did. */
export interface RanTest {
  end: TestEnd
  raised?: Raised
  /** It was ended for its time. */
  isLate: boolean
}

/** Runs a program with one test's input, in a sandbox of its own. */
export async function runTest(tryOut: TryOut, run: TestRun, signal: AbortSignal): Promise<RanTest> {
  const { execution, test, number } = run
  const { code, request } = execution
  const trial = {
    ...execution,
    code: test.code === undefined ? code : `${code.replace(/\n*$/, '')}\n\n${test.code}\n`,
    request: {
      ...request,
      ...(test.input !== undefined && { input: test.input }),
      ...(test.args && { args: test.args }),
    },
    keepsWorkspace: false,
  }
  const executed = await tryOut(trial, signal)
  const { end, stdout, stderr } = executed
  const name = test.name ?? `test ${number}`
  const detail = failureOf(test, { end, stdout, stderr })
  const hasRaised = end.endedBy === 'exit' && end.exitCode !== 0 && end.error !== undefined
  const raised = { code: trial.code, test: test.code ?? '', executed, request: trial.request }
  return {
    end: { name, passed: detail === undefined, durationMs: end.durationMs, ...(detail && { detail }) },
    ...(hasRaised && { raised }),
    isLate: end.endedBy === 'timeout',
  }
}

function failureOf(
  { stdout: wanted }: ProgramTest,
  { end, stdout, stderr }: Pick<Awaited<ReturnType<TryOut>>, 'end' | 'stdout' | 'stderr'>,
): string | undefined {
  if (end.endedBy !== 'exit') return `it was ended by ${end.endedBy}`
  if (end.exitCode !== 0) {
    const said = end.error ? `${end.error.type}: ${end.error.message}` : stderr.trim().split('\n').at(-1)
    return `it ended with exit code ${end.exitCode}${said ? ` (${shown(said)})` : ''}`
  }
  if (wanted === undefined || stdout.trimEnd() === wanted.trimEnd()) return undefined
  return `it printed ${JSON.stringify(shown(stdout.trimEnd()))} instead of ${JSON.stringify(shown(wanted.trimEnd()))}`
}

const shown = (text: string): string => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)
