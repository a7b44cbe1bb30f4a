import type { z } from 'zod'
import { supportFiles } from '../../../language/support-files.ts'
import type { RunInBox, TestPlan } from '../test-maker.ts'
import type { ProgramReading } from './read-program.ts'

const BOX = new URL('./box/', import.meta.url)
/** For starting and ending, beside the time that the job may take. */
const AROUND_MS = 4000

export interface BoxJob<T> {
  plan: Pick<TestPlan, 'files'>
  program: ProgramReading
  /** What the program in the box is told, beside the program under test. */
  job: { kind: 'find' | 'test' } & Record<string, unknown>
  budgetMs: number
  /** Test files, by name. */
  tests?: Readonly<Record<string, string>>
  answer: z.ZodType<T>
}

/** Does one job in a box; undefined when no answer came out of it. */
export async function doInBox<T>(
  { plan, program, job, budgetMs, tests = {}, answer }: BoxJob<T>,
  runInBox: RunInBox,
  signal: AbortSignal,
): Promise<T | undefined> {
  const { places, callables, exports: _, ...rest } = program
  const told = { ...job, budgetMs, program: { ...rest, size: places.length } }
  const beside = { ...plan.files, ...tests, [program.fileName]: program.code }
  const files = {
    ...Object.fromEntries(Object.entries(beside).map(([name, content]) => [`program/${name}`, content])),
    ...Object.fromEntries((await supportFiles(BOX)).map(([name, content]) => [`box/${name}`, content.toString()])),
    'job.json': JSON.stringify(told),
  }
  const work = {
    code: "await import('./box/main.mjs')\n",
    language: 'javascript',
    files,
    timeoutMs: Math.ceil(budgetMs + AROUND_MS),
  }
  const { stdout } = await runInBox(work, signal)
  return read(stdout, answer)
}

function read<T>(stdout: string, answer: z.ZodType<T>): T | undefined {
  try {
    return answer.safeParse(JSON.parse(stdout)).data
  } catch {
    return undefined
  }
}
