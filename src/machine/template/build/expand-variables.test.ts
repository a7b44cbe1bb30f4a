import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandVariables } from './expand-variables.ts'

test('variables stand for their values, unknown ones for nothing, and a dollar can be escaped', () => {
  const env = new Map([
    ['PATH', '/bin'],
    ['A_1', '$PATH'],
  ])
  const cases = {
    '/x:$PATH': '/x:/bin',
    '${PATH}s': '/bins',
    $NONE: '',
    '\\$PATH': '$PATH',
    $A_1: '$PATH',
    a$: 'a$',
    $1: '$1',
  }
  for (const [text, expanded] of Object.entries(cases)) expect(expandVariables(text, env)).toBe(expanded)
})

test('text without a dollar is left as it is', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !text.includes('$')),
      (text) => expandVariables(text, new Map()) === text,
    ),
  )
})
