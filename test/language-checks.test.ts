import { describe, expect, it } from 'vitest'
import { languageChecks } from '../src/language/checks.ts'
import { languages } from '../src/language/languages.ts'
import { allSamples } from '../src/language/samples/all-samples.ts'
import { commonLanguages, languagePromises, otherLanguages } from './support/language-promises.ts'

it('every language has samples', () => {
  expect(Object.keys(allSamples).sort()).toEqual(languages.map(({ id }) => id).sort())
})

describe('every check', () => languagePromises(commonLanguages))

describe('the first check', () => languagePromises(otherLanguages, languageChecks.slice(0, 1)))
