import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { addOutput } from '../../contract/exact-output.ts'
import type { Attempt } from '../../contract/run.ts'
import { createOutputTeller, type OutputPiece } from './output-teller.ts'

const BYTES = 1_000_000
const CHUNK = 65_536
/** Plain text is decoded natively: random bytes take some 160 times as long, and took 2,700 times when each was a string of its own. */
const MOST_TIMES = 600

/** The least processor time of some tries, for one of so many passes: other work on the host is in none of them. */
function leastUs(bytes: Buffer, passes: number): number {
  const tries = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    for (let pass = 0; pass < passes; pass++) tellAll(bytes)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / passes
  })
  return Math.min(...tries)
}

function tellAll(bytes: Buffer): void {
  const pieces: OutputPiece[] = []
  const teller = createOutputTeller((piece) => pieces.push(piece))
  for (let at = 0; at < bytes.length; at += CHUNK)
    teller.write({ stream: 'stdout', bytes: bytes.subarray(at, at + CHUNK) })
  teller.end()
  const attempt = { stdout: '', stderr: '' } as Attempt
  for (const piece of pieces) addOutput(attempt, piece)
}

it('output of bytes that are no text takes a bounded multiple of the time of plain text', () => {
  // One pass over plain text is shorter than a tick of the clock of processor time.
  const plain = leastUs(Buffer.alloc(BYTES, 'line of text\n'), 200)
  expect(leastUs(randomBytes(BYTES), 1) / plain).toBeLessThan(MOST_TIMES)
})
