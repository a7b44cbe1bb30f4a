import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { addOutput } from '../../contract/exact-output.ts'
import type { Attempt } from '../../contract/run.ts'
import { createOutputTeller, type OutputPiece } from './output-teller.ts'

const BYTES = 1_000_000
const CHUNK = 65_536
/** Plain text is decoded natively: random bytes take some 160 times as long, and took 2,700 times when each was a string of its own. */
const MOST_TIMES = 1200

/** The shortest of some tries, in milliseconds: a moment's load is in none of them for sure. */
function leastMs(bytes: Buffer): number {
  const tries = Array.from({ length: 5 }, () => {
    const startedAt = performance.now()
    const pieces: OutputPiece[] = []
    const teller = createOutputTeller((piece) => pieces.push(piece))
    for (let at = 0; at < bytes.length; at += CHUNK)
      teller.write({ stream: 'stdout', bytes: bytes.subarray(at, at + CHUNK) })
    teller.end()
    const attempt = { stdout: '', stderr: '' } as Attempt
    for (const piece of pieces) addOutput(attempt, piece)
    return performance.now() - startedAt
  })
  return Math.min(...tries)
}

it('output of bytes that are no text takes a bounded multiple of the time of plain text', () => {
  const plain = leastMs(Buffer.alloc(BYTES, 'line of text\n'))
  expect(leastMs(randomBytes(BYTES)) / plain).toBeLessThan(MOST_TIMES)
})
