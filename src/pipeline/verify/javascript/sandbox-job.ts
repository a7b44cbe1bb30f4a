import type { z } from 'zod'
import { supportFiles } from '../../../language/support-files.ts'
import type { RunInSandbox, TestPlan } from '../test-maker.ts'
import type { ProgramReading } from './read-program.ts'

const INSIDE = new URL('./inside/', import.meta.url)
/** Time for starting and ending, beside the time of the job itself. */
const AROUND_MS = 4000

export interface SandboxJob<T> {
  plan: Pick<TestPlan, 'files'>
  program: ProgramReading
  /** The input of our program in the sandbox, beside the program under test. */
  job: { kind: 'find' | 'test' } & Record<string, unknown>
  budgetMs: number
  /** Test files, by name. */
  tests?: Readonly<Record<string, string>>
  answer: z.ZodType<T>
}

/** Runs one job in a sandbox; undefined when it gave no answer. */
export async function doInSandbox<T>(
  { plan, program, job, budgetMs, tests = {}, answer }: SandboxJob<T>,
  runInSandbox: RunInSandbox,
  signal: AbortSignal,
): Promise<T | undefined> {
  const { places, callables, exports: _, ...rest } = program
  const told = { ...job, budgetMs, program: { ...rest, size: places.length } }
  const beside = { ...plan.files, ...tests, [program.fileName]: program.code }
  const files = {
    ...Object.fromEntries(Object.entries(beside).map(([name, content]) => [`program/${name}`, content])),
    ...Object.fromEntries(
      (await supportFiles(INSIDE)).map(([name, content]) => [`inside/${name}`, content.toString()]),
    ),
    'job.json': JSON.stringify(told),
  }
  const work = {
    code: "await import('./inside/main.mjs')\n",
    language: 'javascript',
    files,
    timeoutMs: Math.ceil(budgetMs + AROUND_MS),
  }
  const { stdout } = await runInSandbox(work, signal)
  return read(stdout, answer)
}

function read<T>(stdout: string, answer: z.ZodType<T>): T | undefined {
  try {
    return answer.safeParse(JSON.parse(stdout)).data
  } catch {
    return undefined
  }
}
