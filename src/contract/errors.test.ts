import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemsOf } from './errors.ts'

const list = z.object({ numbers: z.array(z.number()) })
const problems = (value: unknown) => problemsOf(list.strict().safeParse(value).error ?? new z.ZodError([]), 'body')

describe('the problems of a request', () => {
  it('are reported with their paths', () => {
    expect(problems({ numbers: [1, 'two'] })).toEqual([expect.stringMatching(/^body\.numbers\.1: .*number/)])
    expect(problems(1)).toEqual([expect.stringMatching(/^body: .*object/)])
    expect(problems({ numbers: [Number('x')] })).toEqual(['body.numbers.0: Invalid input: expected number'])
  })

  it('are reported in a few lines of bounded length, however many they are', () => {
    const many = problems({ numbers: Array(1000).fill('x') })
    expect(many).toHaveLength(21)
    expect(many.at(-1)).toBe('and 980 more')
    expect(problems({ numbers: [], ['x'.repeat(100_000)]: 1 })[0]).toHaveLength(501)
  })
})
