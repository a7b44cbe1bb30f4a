import { expect, it } from 'vitest'
import { languages } from '../language/languages.ts'
import { unknownLanguage } from './unknown-language.ts'

it.each([
  ['pyton', 'python'],
  ['javscript', 'javascript'],
  ['shel', 'bash'],
  [' TypeScrit ', 'typescript'],
  ['postgre', 'postgres'],
])('"%s" was probably meant as %s, which is named before the others', (written, meant) => {
  const { hint } = unknownLanguage(written, languages)
  expect(hint).toMatch(new RegExp(`^Did you mean ${meant}\\? Others: (?!.*\\b${meant}\\b)`))
})

it.each(['cobol', '', 'x'.repeat(1_000_000)])('"%.20s" is like no language, so all of them are named', (written) => {
  expect(unknownLanguage(written, languages).hint).toMatch(/^Use one of: python, /)
})
