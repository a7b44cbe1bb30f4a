import { describe, expect, it } from 'vitest'
import { findLanguage, languageOfFile } from './language.ts'
import { languages } from './languages.ts'
import { errorsAreRead, quickCases, slowCases } from './read-errors.fixture.ts'

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

/** Failing programs of each language; one compiler stands for all that start slowly. `languages.full.test.ts` has the others. */
const EACH = 3
const few = languages.flatMap(({ id }) => quickCases.filter(([, language]) => language === id).slice(0, EACH))
errorsAreRead([...few, ...slowCases.filter(([, language]) => language === 'c').slice(0, 1)])
