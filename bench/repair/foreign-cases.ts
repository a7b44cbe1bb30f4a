import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Half, SEED } from './programs.ts'
import { hashOf } from './random.ts'

const foreignCase = z.strictObject({
  task: z.string(),
  language: z.string(),
  kind: z.string(),
  code: z.string(),
  /** The tests that the request has. */
  visible: z.union([z.string(), z.array(z.string())]).optional(),
  /** Has to end well behind the repaired program. */
  hidden: z.string().optional(),
  /** The arguments of the program. */
  args: z.array(z.string()).optional(),
  /** In place of `hidden`: what the repaired program has to print with other arguments. */
  checks: z.array(z.strictObject({ args: z.array(z.string()), stdout: z.string() })).optional(),
  /** In place of `hidden`: a whole program that prints what the repaired one has to print. */
  gold: z.string().optional(),
})
export type ForeignCase = z.infer<typeof foreignCase>

/** The cases of one half, in the order of a hash, so that the first hundred are a sample of all. */
export async function readForeign(folder: string, half: Half): Promise<ForeignCase[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
  const cases = await Promise.all(files.map((name) => readCases(join(folder, name))))
  return cases
    .flat()
    .filter(({ task }) => halfOf(task) === half)
    .map((one) => ({ one, order: hashOf(`${SEED} ${one.task} ${one.code}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one)
}

export async function readCases(file: string): Promise<ForeignCase[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line) => foreignCase.parse(JSON.parse(line)))
}

export const halfOf = (task: string): Half => (hashOf(`${SEED} foreign ${task}`) % 2 === 0 ? 'tune' : 'measure')
