import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languagePrograms } from '../soak/language-programs.ts'
import { findLanguage } from '../src/language/language.ts'
import { languages } from '../src/language/languages.ts'
import { openProgramRunner } from './support/program-runner.ts'

/** The short form of the soak of languages: one program for each feature of each language. */
const programs = languagePrograms.filter(({ index, language }) => index === 0 && isHere(language))

/** Go is too large to install for a test: its programs run where the host has it. */
function isHere(id: string): boolean {
  return id !== 'go' || existsSync(findLanguage(languages, id)?.requires ?? '')
}

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

  it('every language has its thousandth part', () => {
    expect(new Set(languagePrograms.map(({ language }) => language)).size).toBe(languages.length)
    expect(new Set(languagePrograms.map(({ code, language }) => `${language} ${code}`)).size).toBe(
      languagePrograms.length,
    )
    expect(languagePrograms.length).toBeGreaterThan(1000)
  })
})
