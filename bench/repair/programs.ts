import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { CorpusLanguage } from './faults/source.ts'
import { hashOf } from './random.ts'

/** Changing it deals programs and faults anew: whatever was tuned before would then be measured on what it has seen. */
export const SEED = 'anneal-repair-1'

export const ENDINGS: Record<CorpusLanguage, string> = {
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  bash: 'sh',
  sql: 'sql',
}

export const LANGUAGES = Object.keys(ENDINGS) as CorpusLanguage[]

export type Half = 'tune' | 'measure'

const programTest = z.strictObject({
  input: z.string().optional(),
  args: z.array(z.string()).optional(),
  /** Put behind the program, in its own language. */
  code: z.string().optional(),
  /** All that program and code print, byte for byte. */
  stdout: z.string(),
})
export type ProgramTest = z.infer<typeof programTest>

/** A program that works, and what it is known to work by. */
export interface CorpusProgram {
  language: CorpusLanguage
  name: string
  /** Rules may be tuned on one half only. */
  half: Half
  code: string
  tests: ProgramTest[]
}

const FOLDER = new URL('./programs/', import.meta.url)

export async function readPrograms(language: CorpusLanguage): Promise<CorpusProgram[]> {
  const folder = new URL(`${language}/`, FOLDER)
  const ending = `.${ENDINGS[language]}`
  const names = (await readdir(folder))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
  return Promise.all(
    names.sort().map(async (name) => {
      const tests = JSON.parse(await readFile(new URL(`${name}.tests.json`, folder), 'utf8'))
      const code = await readFile(new URL(name + ending, folder), 'utf8')
      return { language, name, half: halfOf(language, name), code, tests: z.array(programTest).min(1).parse(tests) }
    }),
  )
}

/** By name alone, so that a new program never moves another one to the other half. */
export function halfOf(language: CorpusLanguage, name: string): Half {
  return hashOf(`${SEED} ${language} ${name}`) % 2 === 0 ? 'tune' : 'measure'
}
