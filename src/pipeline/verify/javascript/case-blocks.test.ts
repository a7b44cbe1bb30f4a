import { expect, it } from 'vitest'
import { findCaseBlocks, removeCases } from './case-blocks.ts'

const content = `import { describe, it, test } from 'node:test'

describe('a', () => {
  test('one', () => {})

  it('two', () => {})
})

describe('b', () => {
  test('three', () => {})
})

test('four', () => {})
`

it('cases are found by their names and those of their suites', () => {
  expect(findCaseBlocks(content).map(({ name }) => name)).toEqual(['a > one', 'a > two', 'b > three', 'four'])
})

it('a file without some of its cases has no empty suites and no gaps', () => {
  expect(
    removeCases(content, ['a > two', 'b > three', 'no such case']),
  ).toBe(`import { describe, it, test } from 'node:test'

describe('a', () => {
  test('one', () => {})
})

test('four', () => {})
`)
})

it('a file that does not parse stays unchanged', () => {
  expect(removeCases('test(', ['x'])).toBe('test(')
})
