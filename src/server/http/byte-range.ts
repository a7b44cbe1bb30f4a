import { EngineError } from '../../contract/errors.ts'

/** First and last byte, both included. */
export interface ByteRange {
  start: number
  end: number
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * The part of a file that a request asks for: undefined for the whole file, also for several ranges and for an invalid
 * one, as HTTP specifies. Throws RANGE_REFUSED when the file has none of the bytes.
 */
export function byteRangeOf(header: string | null, sizeBytes: number): ByteRange | undefined {
  const [, from = '', to = ''] = ONE_RANGE.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const [first, last] = [Number(from), Number(to)]
  if (from !== '' && to !== '' && last < first) return undefined
  const start = from === '' ? Math.max(0, sizeBytes - last) : first
  const end = from === '' || to === '' ? sizeBytes - 1 : Math.min(last, sizeBytes - 1)
  if (start > end) throw new EngineError('RANGE_REFUSED', { sizeBytes })
  return { start, end }
}
