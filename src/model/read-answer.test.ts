import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readAnswer } from './read-answer.ts'

const schema = z.object({ code: z.string() })
const read = (text: string) => readAnswer(text, { schema })

describe('the answer in a model’s words', () => {
  it.each([
    ['alone', '{"code": "a"}'],
    ['in a fence', 'Sure!\n```json\n{"code": "a"}\n```\nDone.'],
    ['behind braces that are none', 'The set {1, 2} is wrong. {"code": "a"}'],
    ['behind a brace that is never closed', 'Write { first. {"code": "a"}'],
    ['behind an object of another form', '{"thought": "hm"} {"code": "a"}'],
  ])('is found %s', (_, text) => {
    expect(read(text)).toEqual({ answer: { code: 'a' } })
  })

  it('may hold line ends that JSON forbids', () => {
    expect(read('{"code": "if a:\n\tprint(\\"b\\")\n"}')).toEqual({ answer: { code: 'if a:\n\tprint("b")\n' } })
  })

  it('is the question’s reading of the text when there is no JSON', () => {
    expect(readAnswer('just a', { schema, fromText: (text) => ({ code: text }) })).toEqual({
      answer: { code: 'just a' },
    })
  })

  it.each([
    ['nothing like it is there', 'no', /no JSON object/],
    ['it cannot be parsed', '{code: a}', /cannot be parsed/],
    ['it has another form', '{"code": 1}', /code: .*expected string/],
  ])('is a problem in words when %s', (_, text, problem) => {
    expect(read(text)).toEqual({ problem: expect.stringMatching(problem) })
  })

  it('is found whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (code) => {
        expect(read(`Look: ${JSON.stringify({ code })}`)).toEqual({ answer: { code } })
      }),
    )
  })

  it('never throws, whatever the model said', () => {
    const braces = fc.string({ unit: fc.constantFrom('{', '}', '"', '\\', ':', 'a', '\n'), maxLength: 200 })
    fc.assert(fc.property(braces, (text) => 'problem' in read(text) || 'answer' in read(text)))
  })

  it('is looked for a bounded number of times in a heap of braces', () => {
    expect(read('{'.repeat(1_000_000))).toHaveProperty('problem')
  })
})
