import { expect, it } from 'vitest'
import { withRoundTimes } from './round-ms.ts'

it('times keep at most three decimals, and nothing else is touched', () => {
  const data = { Ms: 'text', ratio: 0.123456 }
  expect(withRoundTimes({ durationMs: 167.73897299999953, waitMs: 0, n: 0.123456, data })).toEqual({
    ...{ durationMs: 167.739, waitMs: 0, n: 0.123456, data },
  })
})
