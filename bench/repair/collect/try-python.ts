import { readFile } from 'node:fs/promises'
import { inLanes } from '../../../src/pipeline/in-lanes.ts'
import type { ForeignRunner } from '../foreign-measure.ts'

const AT_ONCE = 2
const PROGRAMS = 40
const MOST_SECONDS = 120

/** The way a program ends: '' is well. */
export type Ending = '' | 'does not parse' | 'raises' | 'wrong value' | 'never ends'

/** Runs programs in sandboxes, many in each, and says how each ended. */
export async function endingsOf(runner: ForeignRunner, programs: readonly string[]): Promise<Ending[]> {
  const parts = Array.from({ length: Math.ceil(programs.length / PROGRAMS) }, (_, index) =>
    programs.slice(index * PROGRAMS, (index + 1) * PROGRAMS),
  )
  const work = async (items: string[]) =>
    (await runInside(runner, 'try_all.py', { 'programs.json': JSON.stringify(items) })) as Ending[] | undefined
  const endings = await inLanes({ items: parts, lanes: AT_ONCE, work })
  return parts.flatMap((part, index) => endings[index] ?? part.map(() => 'never ends' as const))
}

/** Assertions for a LeetCode problem that its own solution passes: the first three to show, others to hide. */
export const checksOf = async (
  runner: ForeignRunner,
  problem: { solution: string; method: string; examples: string[] },
): Promise<{ visible: string[]; hidden: string[] } | undefined> => {
  const [visible, hidden] = ((await runInside(runner, 'make_checks.py', { 'problem.json': JSON.stringify(problem) })) ??
    []) as string[][]
  return visible && hidden && { visible, hidden }
}

/** The JSON that a program of `inside` prints last; undefined where it came to nothing. */
async function runInside(runner: ForeignRunner, name: string, files: Record<string, string>): Promise<unknown> {
  const text = (file: string) => readFile(new URL(`./inside/${file}`, import.meta.url), 'utf8')
  const { blocks } = await runner.run({
    ...{ language: 'python', code: await text(name), files: { ...files, 'try_all.py': await text('try_all.py') } },
    options: { attempts: 1, limits: { timeoutMs: MOST_SECONDS * 1000 } },
  })
  const last = blocks[0]?.attempts.at(-1)?.stdout.trimEnd().split('\n').at(-1)
  try {
    return last === undefined ? undefined : JSON.parse(last)
  } catch {
    return undefined
  }
}
