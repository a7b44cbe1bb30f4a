import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBuildLog } from './build-log.ts'

const messagesOf = (pieces: Uint8Array[]) => {
  const log = createBuildLog(() => 1)
  const lines = log.lines('', '1')
  for (const piece of pieces) lines.write(piece)
  lines.end()
  return log.entries.map(({ message }) => message)
}

test('output is logged in whole lines, in whatever pieces it comes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 1, max: 9 }), (words, size) => {
      const bytes = Buffer.from(words.join('\n'))
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      )
      expect(messagesOf(pieces)).toEqual(messagesOf([bytes]))
    }),
  )
  expect(messagesOf([Buffer.from('one\r\ntwo\n\nthr'), Buffer.from('ee')])).toEqual(['one', 'two', '', 'three'])
})

test('endless output is kept up to a bound, and the log says that the rest is missing', () => {
  const log = createBuildLog(() => 1)
  const lines = log.lines('', '1')
  for (let count = 0; count < 300; count++) lines.write(Buffer.from('x\n'.repeat(100)))
  lines.write(Buffer.alloc(1_000_000, 'y'))
  lines.end()
  expect(log.entries).toHaveLength(10_001)
  expect(log.entries.at(-1)?.message).toBe('There is more output; it is not kept.')
  log.add('error', 'z'.repeat(10_000))
  expect(log.entries.at(-1)?.message).toHaveLength(4000)
})
