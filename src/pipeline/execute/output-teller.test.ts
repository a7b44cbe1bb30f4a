import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createOutputTeller, type PieceMask } from './output-teller.ts'

type Told = ['stdout' | 'stderr', string][]

function tellAll(chunks: ['stdout' | 'stderr', Uint8Array][]) {
  const told: Told = []
  const bytes: Buffer[] = []
  const teller = createOutputTeller(({ stream, text, base64 }) => {
    told.push([stream, text])
    bytes.push(base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64'))
  })
  for (const [stream, bytes] of chunks) teller.write({ stream, bytes })
  return { told, ...teller.end(), bytes: Buffer.concat(bytes) }
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

  it('is exact as bytes, and as text like that of every decoder, whatever the bytes and their pieces', () => {
    const odd = fc.constantFrom(0x61, 0x80, 0xbf, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xf0, 0x9f, 0x98, 0x80, 0xff)
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.array(odd, { maxLength: 60 }).map(Buffer.from))
    fc.assert(
      fc.property(bytes, fc.integer({ min: 1, max: 7 }), (printed, size) => {
        const chunks: ['stdout', Uint8Array][] = []
        for (let at = 0; at < printed.length; at += size) chunks.push(['stdout', printed.subarray(at, at + size)])
        const told = tellAll(chunks)
        const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(printed)
        expect(told.told.map(([, piece]) => piece).join('')).toBe(text)
        expect(told.bytes.equals(Buffer.from(printed))).toBe(true)
        expect(told.invalidUtf8).toBe(!Buffer.from(text).equals(Buffer.from(printed)))
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps the order between the two streams and joins pieces that belong together', () => {
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

/** Holds back text that ends with this word. */
const holding = (word: string) => (): PieceMask => {
  let held = ''
  return {
    write: (text) => {
      const joined = held + text
      held = joined.endsWith(word) ? word : ''
      return joined.slice(0, joined.length - held.length)
    },
    held: () => held,
    release: () => {
      const released = held
      held = ''
      return released
    },
  }
}

describe('output that may be the beginning of a secret', () => {
  afterEach(() => void vi.useRealTimers())

  function tellSlowly(word: string) {
    vi.useFakeTimers()
    const told: Told = []
    const teller = createOutputTeller(({ stream, text }) => told.push([stream, text]), holding(word))
    const write = (stream: 'stdout' | 'stderr', text: string) => teller.write({ stream, bytes: Buffer.from(text) })
    return { told, write, end: teller.end }
  }

  it('waits for its rest, also behind text of the other stream, and is reported at the end at the latest', () => {
    const { told, write, end } = tellSlowly('secret')
    write('stdout', 'a secret')
    write('stderr', 'x')
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual([
      ['stdout', 'a '],
      ['stderr', 'x'],
    ])
    end()
    expect(told.at(-1)).toEqual(['stdout', 'secret'])
  })

  it('is reported soon when it is as short as the end of any word', () => {
    const { told, write } = tellSlowly('e')
    write('stdout', 'name')
    vi.advanceTimersByTime(900)
    expect(told).toEqual([['stdout', 'nam']])
    vi.advanceTimersByTime(200)
    expect(told).toEqual([
      ['stdout', 'nam'],
      ['stdout', 'e'],
    ])
  })
})
