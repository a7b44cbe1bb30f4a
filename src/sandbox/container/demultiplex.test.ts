import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createDemultiplexer, type StreamBytes } from './demultiplex.ts'

const frame = fc.record({
  stream: fc.constantFrom<StreamBytes['stream']>('stdout', 'stderr'),
  bytes: fc.uint8Array({ maxLength: 40 }),
})

it('each stream gets its bytes in order, wherever the chunks end', () => {
  fc.assert(
    fc.property(fc.array(frame), fc.array(fc.nat(12)), (frames, cuts) => {
      const seen = { stdout: [] as number[], stderr: [] as number[] }
      const take = createDemultiplexer(({ stream, bytes }) => seen[stream].push(...bytes))
      for (const chunk of cut(Buffer.concat(frames.map(encode)), cuts)) take(chunk)
      for (const stream of ['stdout', 'stderr'] as const) {
        const sent = frames.filter((one) => one.stream === stream).flatMap((one) => [...one.bytes])
        expect(seen[stream]).toEqual(sent)
      }
    }),
  )
})

it('the bytes of a frame are passed on before all of it has come', () => {
  const seen: string[] = []
  const take = createDemultiplexer(({ bytes }) => seen.push(bytes.toString()))
  take(encode({ stream: 'stdout', bytes: Buffer.from('half and half') }).subarray(0, 8 + 4))
  expect(seen).toEqual(['half'])
})

it('bytes that the engine cannot have sent are refused', () => {
  const take = createDemultiplexer(() => {})
  expect(() => take(Buffer.from('HTTP/1.1 500 Internal Server Error'))).toThrow("not the engine's")
})

function encode({ stream, bytes }: { stream: string; bytes: Uint8Array }): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt8(stream === 'stdout' ? 1 : 2, 0)
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}

function cut(bytes: Buffer, lengths: number[]): Buffer[] {
  const chunks: Buffer[] = []
  let at = 0
  for (const length of lengths) {
    chunks.push(bytes.subarray(at, at + length))
    at += length
  }
  return [...chunks, bytes.subarray(at)]
}
