import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isHere } from '../../test/support/languages-here.ts'
import { openProgramRunner } from '../../test/support/program-runner.ts'
import { readError } from '../../test/support/read-error.ts'
import { errorCases } from './error-cases.fixture.ts'
import { findLanguage, languageOfFile } from './language.ts'
import { languages } from './languages.ts'

/** Really runs the programs, so that the error readers are tested on today's messages. */
let runner: Awaited<ReturnType<typeof openProgramRunner>>
beforeAll(async () => {
  runner = await openProgramRunner()
})
afterAll(() => runner.close())

describe('every language', () => {
  it('is found by name, alias and file ending, whatever the case', () => {
    for (const { id, aliases, extensions } of languages) {
      for (const name of [id, ...aliases]) expect(findLanguage(languages, name.toUpperCase())?.id).toBe(id)
      for (const ending of extensions) expect(languageOfFile(languages, `a.b.${ending.toUpperCase()}`)?.id).toBe(id)
    }
    expect(findLanguage(languages, 'cobol')).toBeUndefined()
    expect(languageOfFile(languages, 'Makefile')).toBeUndefined()
  })
})

describe('the error of a program is read from its interpreter’s message', () => {
  const cases = errorCases.filter(([, language]) => isHere(language))
  it.concurrent.for(cases)('%s', async ([, language, code, error]) => {
    const ran = await runner.run(language, { code })
    expect(ran.exitCode).not.toBe(0)
    expect(readError(ran), ran.stderr).toEqual(error)
  })
})
