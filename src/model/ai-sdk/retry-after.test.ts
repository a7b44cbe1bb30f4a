import { expect, it } from 'vitest'
import { retryAfterOf } from './retry-after.ts'

const date = 'Sun, 15 Nov 2026 12:00:00 GMT'

it.each<[string, Record<string, string>, number]>([
  ['seconds', { 'retry-after': '2' }, 2000],
  ['milliseconds, which are more exact', { 'retry-after-ms': '150', 'retry-after': '2' }, 150],
  [
    'a moment, counted from the clock of the endpoint',
    { 'retry-after': 'Sun, 15 Nov 2026 12:00:30 GMT', date },
    30_000,
  ],
  ['a moment that is over', { 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT', date }, 0],
  ['a moment without a clock', { 'retry-after': 'Sun, 15 Nov 2026 12:00:30 GMT' }, 0],
  ['nothing that can be read', { 'retry-after': 'soon' }, 0],
  ['nothing', {}, 0],
])('the time to wait is read from %s', (_, headers, waitMs) => {
  expect(retryAfterOf(headers)).toBe(waitMs)
})
