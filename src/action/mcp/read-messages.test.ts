import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessages } from './read-messages.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const message = (id: number, text: string) => ({ jsonrpc: '2.0' as const, id, method: 'say', params: { text } })

describe('reading messages of a program', () => {
  it('gives each message once, however its output is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 5 }), fc.array(fc.nat(40)), (texts, cuts) => {
        const sent = texts.map((text, id) => message(id, text))
        const all = bytes(sent.map((each) => `${JSON.stringify(each)}\n`).join(''))
        const read: unknown[] = []
        const take = readMessages((each) => read.push(each))
        let from = 0
        for (const size of [...cuts, all.byteLength]) {
          take(all.subarray(from, from + size))
          from += size
        }
        expect(read).toEqual(sent)
      }),
    )
  })

  it('passes over a few lines that are no messages', () => {
    const read: unknown[] = []
    readMessages((each) => read.push(each))(bytes(`starting …\n{"no": 1}\n\n${JSON.stringify(message(1, 'a'))}\n`))
    expect(read).toEqual([message(1, 'a')])
  })

  it.each([
    ['many lines that are none', 'y\n'],
    ['many lines of other JSON', '{}\n'],
    ['a line without an end', '{"jsonrpc": "2.0", '],
  ])('attack: ends at %s', (_, piece) => {
    const take = readMessages(() => {})
    const chunk = bytes(piece.repeat(4000))
    expect(() => {
      for (let count = 0; count < 1000; count++) take(chunk)
    }).toThrow('it writes')
  })
})
