/**
 * Writes the programs' output into those of their tests that lack it. Read the result: from then on it counts as right.
 *
 * node bench/repair/record-outputs.ts
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { CorpusLanguage } from './faults/source.ts'
import { ENDINGS, LANGUAGES, type ProgramTest } from './programs.ts'
import { openRunner } from './runner.ts'

/** A test that may lack its output. */
type Draft = Omit<ProgramTest, 'stdout'> & { stdout?: string }

const runner = await openRunner({ atOnce: 2 })
for (const language of LANGUAGES) {
  const folder = new URL(`./programs/${language}/`, import.meta.url)
  const names = (await readdir(folder)).filter((file) => file.endsWith('.tests.json'))
  for (const name of names) await recordFile(language, new URL(name, folder))
}
await runner.close()

async function recordFile(language: CorpusLanguage, file: URL): Promise<void> {
  const tests: Draft[] = JSON.parse(await readFile(file, 'utf8'))
  if (tests.every(({ stdout }) => stdout !== undefined)) return
  const program = await readFile(new URL(file.href.replace('tests.json', ENDINGS[language])), 'utf8')
  for (const test of tests) test.stdout ??= await outputOf({ ...test, language, program })
  await writeFile(file, `${JSON.stringify(tests, null, 2)}\n`)
}

async function outputOf(draft: Draft & { language: CorpusLanguage; program: string }): Promise<string> {
  const { language, program, code = '', stdout: _, ...input } = draft
  const { outcome, blocks } = await runner.runOnce({ language, code: program + code, ...input })
  const { stdout = '', stderr } = blocks[0]?.attempts.at(-1) ?? {}
  console.log(`━━ ${language}: ${outcome}\n${stdout}`)
  if (outcome !== 'ok') throw new Error(`a ${language} program does not work: ${stderr}\n${program}`)
  return stdout
}
