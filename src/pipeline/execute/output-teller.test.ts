import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOutputTeller } from './output-teller.ts'

type Told = ['stdout' | 'stderr', string][]

function tellAll(chunks: ['stdout' | 'stderr', Uint8Array][]) {
  const told: Told = []
  const teller = createOutputTeller((stream, text) => told.push([stream, text]))
  for (const [stream, bytes] of chunks) teller.write({ stream, bytes })
  return { told, ...teller.end() }
}

describe('output', () => {
  it('arrives whole however the bytes were cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.array(fc.nat(400)), (text, cuts) => {
        const bytes = Buffer.from(text)
        const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
          (a, b) => a - b,
        )
        const chunks = places
          .slice(1)
          .map((end, index): ['stdout', Uint8Array] => ['stdout', bytes.subarray(places[index], end)])
        const { told, invalidUtf8 } = tellAll(chunks)
        expect(told.map(([, piece]) => piece).join('')).toBe(bytes.toString())
        expect(invalidUtf8).toBe(false)
      }),
    )
  })

  it('says when bytes were no UTF-8, but not when the program printed the replacement character itself', () => {
    expect(tellAll([['stdout', Buffer.from([0x61, 0xff, 0x62])]])).toMatchObject({
      told: [['stdout', 'a\ufffdb']],
      invalidUtf8: true,
    })
    expect(tellAll([['stdout', Buffer.from('\ufffd')]]).invalidUtf8).toBe(false)
    expect(
      tellAll([
        ['stdout', Buffer.from([0xef, 0xbf])],
        ['stdout', Buffer.from([0xbd])],
      ]).invalidUtf8,
    ).toBe(false)
    expect(tellAll([['stdout', Buffer.from([0xc3])]]).invalidUtf8).toBe(true)
  })

  it('keeps the order between the two streams and joins what belongs together', () => {
    const byte = (stream: 'stdout' | 'stderr', text: string): ['stdout' | 'stderr', Uint8Array] => [
      stream,
      Buffer.from(text),
    ]
    const { told } = tellAll([byte('stdout', 'a'), byte('stdout', 'b'), byte('stderr', 'x'), byte('stdout', 'c')])
    expect(told).toEqual([
      ['stdout', 'ab'],
      ['stderr', 'x'],
      ['stdout', 'c'],
    ])
  })

  it('tells a long text in pieces of bounded size', () => {
    const { told } = tellAll(Array.from({ length: 100 }, () => ['stdout', Buffer.alloc(1000, 'x')]))
    expect(told.length).toBe(4)
  })
})
