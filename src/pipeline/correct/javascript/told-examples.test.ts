import { describe, expect, it } from 'vitest'
import { toldExamples } from './told-examples.ts'

const told = (comment: string) => toldExamples(`${comment}\nfunction f(a, b) {\n  return a\n}\n`)

describe('an example in a comment', () => {
  it.each([
    ['// f(1, 2) => 3', 'f(1, 2)', '3'],
    ['/*\n  f("a)") returns "b"\n*/', 'f("a)")', '"b"'],
    ['/**\n * f([1, [2]]) // => [2, 1]\n */', 'f([1, [2]])', '[2, 1]'],
    ['// >>> f({ a: 1 }) ➞ { b: -2 }', 'f({ a: 1 })', '{ b: -2 }'],
    ['// f(-1) == -1', 'f(-1)', '-1'],
    ['// f("x") should return True', 'f("x")', 'true'],
  ])('%j tells a call and its value', (comment, call, value) => {
    expect(told(comment)).toEqual([{ call, value }])
  })

  it.each([
    ['// g(1) => 2', 'a function that the program does not have'],
    ['// f(1) gives the first', 'a value in words'],
    ['// f(1) takes a number', 'no value'],
    ['// f(1 => 2', 'a call without an end'],
    ['// f(3) => 30%', 'a share'],
  ])('%j tells nothing: %s', (comment) => expect(told(comment)).toEqual([]))
})
