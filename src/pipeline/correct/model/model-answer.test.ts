import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerInText, modelAnswer } from './model-answer.ts'

describe('the form of an answer', () => {
  it('requires every allowed field, as strict endpoints want, and tells no defaults', () => {
    const schema = z.toJSONSchema(modelAnswer)
    expect(schema).toMatchObject({ required: ['explanation', 'edits', 'code'], additionalProperties: false })
    expect(JSON.stringify(schema)).not.toContain('"default"')
  })

  it('forgives fields that are left out, but not all of them', () => {
    expect(modelAnswer.parse({ code: 'x' })).toEqual({ explanation: '', edits: [], code: 'x' })
    expect(modelAnswer.safeParse({ thought: 'hm' }).success).toBe(false)
  })
})

describe('a program in prose', () => {
  it('is that of the only fence, with the words before it as explanation', () => {
    expect(answerInText('I fixed it.\n\n~~~python\na\n```\nb\n~~~\nBye.')).toEqual({
      explanation: 'I fixed it.',
      code: 'a\n```\nb\n',
    })
  })

  it.each([
    ['there is no fence', 'Just words.'],
    ['the fence is not closed', '```\na\n'],
    ['there are several', '```\na\n```\nor\n```\nb\n```'],
  ])('is not guessed when %s', (_, text) => {
    expect(answerInText(text)).toBeUndefined()
  })
})
