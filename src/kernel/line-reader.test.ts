import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLineReader } from './line-reader.ts'

describe('lines of bytes that come in pieces', () => {
  it('are the same wherever the pieces end', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.infiniteStream(fc.nat(7)), (texts, sizes) => {
        const lines = texts.map((text) => text.replaceAll('\n', ' '))
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const read: string[] = []
        const reader = createLineReader(1_000_000, (line) => void read.push(line.toString()))
        for (let at = 0; at < bytes.length; ) {
          const size = 1 + Number(sizes.next().value)
          reader.write(bytes.subarray(at, at + size))
          at += size
        }
        expect(read).toEqual(lines)
      }),
    )
  })

  it('are dropped when they are too long, and the next ones are not', () => {
    const read: string[] = []
    const reader = createLineReader(5, (line) => void read.push(line.toString()))
    for (const piece of ['12345\n', '1234567', '8901', '23\nabc\n', '123456\n', 'end\n'])
      reader.write(Buffer.from(piece))
    expect(read).toEqual(['12345', 'abc', 'end'])
  })

  it('wait for the one before them', async () => {
    const read: string[] = []
    const first = Promise.withResolvers<void>()
    const reader = createLineReader(100, (line) => {
      read.push(line.toString())
      return read.length === 1 ? first.promise : undefined
    })
    const taken = reader.write(Buffer.from('a\nb\n'))
    const later = reader.write(Buffer.from('c\n'))
    expect(read).toEqual(['a'])
    first.resolve()
    await Promise.all([taken, later, reader.settled()])
    expect(read).toEqual(['a', 'b', 'c'])
  })
})
