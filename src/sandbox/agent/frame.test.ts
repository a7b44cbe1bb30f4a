import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFrameReader, encodeFrame, FRAME, type Frame } from './frame.ts'

const anyFrame = fc.record({
  kind: fc.constantFrom(...Object.values(FRAME)),
  channel: fc.nat(0xffffffff),
  payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
})

/** Neighbouring pieces of bulk data count as one whole frame. */
function joinPieces(frames: { kind: number; channel: number; payload: Buffer }[]) {
  return frames.map(({ kind, channel, payload }) => `${kind} ${channel} ${payload.toString('hex')}`)
}

describe('frames', () => {
  it('are read as they were written, wherever the chunks end', () => {
    fc.assert(
      fc.property(fc.array(anyFrame), fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1 }), (frames, sizes) => {
        const bytes = Buffer.concat(frames.map(({ kind, channel, payload }) => encodeFrame(kind, channel, payload)))
        const whole: Frame[] = []
        createFrameReader((frame) => void whole.push(frame))(bytes)
        const read: Record<string, Buffer[]> = {}
        const order: string[] = []
        const push = createFrameReader(({ kind, channel, payload }) => {
          order.push(`${kind} ${channel}`)
          const bulk = kind === FRAME.data || kind === FRAME.errorData
          if (!bulk) return
          read[`${kind} ${channel}`] = [...(read[`${kind} ${channel}`] ?? []), Buffer.from(payload)]
        })
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1
          push(bytes.subarray(at, at + size))
          at += size
        }
        const isBulk = (kind: number) => kind === FRAME.data || kind === FRAME.errorData
        expect(joinPieces(whole)).toEqual(
          joinPieces(frames.filter(({ kind, payload }) => !isBulk(kind) || payload.length > 0)),
        )
        for (const [key, pieces] of Object.entries(read)) {
          const sent = frames.filter(({ kind, channel }) => `${kind} ${channel}` === key).map(({ payload }) => payload)
          expect(Buffer.concat(pieces)).toEqual(Buffer.concat(sent))
        }
        expect(order.filter((key) => !isBulk(Number(key.split(' ')[0])))).toEqual(
          frames.filter(({ kind }) => !isBulk(kind)).map(({ kind, channel }) => `${kind} ${channel}`),
        )
      }),
    )
  })

  it('are refused instead of waited for when their length is absurd', () => {
    expect(() => createFrameReader(() => {})(Buffer.from('ffffffff0400000001', 'hex'))).toThrow("cannot be the agent's")
  })
})
