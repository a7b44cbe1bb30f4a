/**
 * Writes what programs print into those of their tests that do not say it yet. Read what it wrote: from then on it is right.
 *
 * node bench/repair/record-outputs.ts
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { ENDINGS, LANGUAGES, type ProgramTest } from './programs.ts'
import { openRunner } from './runner.ts'

const runner = await openRunner({ atOnce: 2 })
for (const language of LANGUAGES) {
  const folder = new URL(`./programs/${language}/`, import.meta.url)
  const names = (await readdir(folder)).filter((file) => file.endsWith('.tests.json'))
  for (const name of names) {
    const file = new URL(name, folder)
    const tests: Omit<ProgramTest, 'stdout'>[] = JSON.parse(await readFile(file, 'utf8'))
    if (tests.every((test) => 'stdout' in test)) continue
    const program = await readFile(new URL(name.replace('tests.json', ENDINGS[language]), folder), 'utf8')
    const recorded: ProgramTest[] = []
    for (const test of tests) recorded.push('stdout' in test ? (test as ProgramTest) : await record(program, test))
    await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`)

    async function record(
      code: string,
      { code: more = '', ...given }: Omit<ProgramTest, 'stdout'>,
    ): Promise<ProgramTest> {
      const { outcome, blocks } = await runner.runOnce({ language, code: code + more, ...given })
      const { stdout = '', stderr } = blocks[0]?.attempts.at(-1) ?? {}
      console.log(`━━ ${language}/${name}: ${outcome}\n${stdout}`)
      if (outcome !== 'ok') throw new Error(`${language}/${name} does not work: ${stderr}`)
      return { ...given, ...(more !== '' && { code: more }), stdout }
    }
  }
}
await runner.close()
