import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byteRangeOf } from './byte-range.ts'

test('the beginning, the middle, the end and the last bytes of a file can be asked for', () => {
  expect(byteRangeOf('bytes=0-3', 10)).toEqual({ start: 0, end: 3 })
  expect(byteRangeOf('bytes=4-', 10)).toEqual({ start: 4, end: 9 })
  expect(byteRangeOf('bytes=-3', 10)).toEqual({ start: 7, end: 9 })
  expect(byteRangeOf('bytes=8-99', 10)).toEqual({ start: 8, end: 9 })
  expect(byteRangeOf('bytes=-99', 10)).toEqual({ start: 0, end: 9 })
})

test('anything but a single range stands for the whole file', () => {
  for (const header of [
    null,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'bytes=0-1,3-4',
    'lines=1-2',
    'bytes=a-b',
  ]) {
    expect(byteRangeOf(header, 10), `${header}`).toBeUndefined()
  }
})

test('bytes that are not there are refused', () => {
  for (const [header, size] of [
    ['bytes=10-', 10],
    ['bytes=0-', 0],
    ['bytes=-0', 10],
    ['bytes=-5', 0],
  ] as const) {
    expect(() => byteRangeOf(header, size), header).toThrow(expect.objectContaining({ code: 'RANGE_REFUSED' }))
  }
})

test('a range lies within the file, whatever is sent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d*-\d*$/)), fc.nat(100), (header, size) => {
      let range: ReturnType<typeof byteRangeOf>
      try {
        range = byteRangeOf(header, size)
      } catch (error) {
        expect(error).toMatchObject({ code: 'RANGE_REFUSED' })
      }
      if (range) expect(range.start >= 0 && range.start <= range.end && range.end < size).toBe(true)
    }),
  )
})
