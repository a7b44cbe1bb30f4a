import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSpokenText } from './spoken-text.ts'

const spoken = (...pieces: string[]): string => {
  const said: string[] = []
  const reader = createSpokenText('explanation', (text) => said.push(text))
  for (const piece of pieces) reader.feed(piece)
  return said.join('')
}

describe('the shown part of an answer while it comes', () => {
  it('is the text of one field', () => {
    expect(spoken('{"edits": [{"explanation": "no"}], "explanation": "yes", "code": "explanation"}')).toBe('yes')
  })

  it('is prose unchanged, also around an object', () => {
    expect(spoken('First. {"explanation": "Then. "} ', 'Last.')).toBe('First. Then.  Last.')
  })

  it('is empty for a field that holds no text', () => {
    expect(spoken('{"explanation": null, "code": "x"}')).toBe('')
    expect(spoken('{"explanation": ["x"], "code": "x"}')).toBe('')
  })

  it('is the same however the answer was cut', () => {
    const text = fc.string({ unit: 'grapheme-composite' })
    fc.assert(
      fc.property(text, text, fc.nat(), (explanation, code, at) => {
        const json = JSON.stringify({ code, explanation, edits: [{ find: code }] })
        const cut = at % (json.length + 1)
        expect(spoken(json.slice(0, cut), json.slice(cut))).toBe(explanation)
        expect(spoken(...json)).toBe(explanation)
      }),
    )
  })
})
