import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languagePrograms } from '../soak/language-programs.ts'
import { languages } from '../src/language/languages.ts'
import { isHere } from './support/languages-here.ts'
import { openProgramRunner } from './support/program-runner.ts'

/** The short form of the soak of languages: one program for each feature of each language. */
const programs = languagePrograms.filter(({ index, language }) => index === 0 && isHere(language))

let runner: Awaited<ReturnType<typeof openProgramRunner>>
beforeAll(async () => {
  runner = await openProgramRunner()
})
afterAll(() => runner.close())

describe('byte for byte', () => {
  it.concurrent.for(programs)('$feature in $language', async ({ language, code, stdout }) => {
    const ran = await runner.run(language, { code })
    expect([ran.stdout, ran.stderr, ran.exitCode]).toEqual([stdout, '', 0])
  })

  it('every language is among the thousand programs, and no program stands twice', () => {
    expect(new Set(languagePrograms.map(({ language }) => language)).size).toBe(languages.length)
    expect(new Set(languagePrograms.map(({ code, language }) => `${language} ${code}`)).size).toBe(
      languagePrograms.length,
    )
    expect(languagePrograms.length).toBeGreaterThan(1000)
  })
})
