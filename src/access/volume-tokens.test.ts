import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createVolumeTokens } from './volume-tokens.ts'

const MONTH_MS = 30 * 86_400_000
const key = randomBytes(32)
const grant = { userId: 'ada', volumeId: 'vol1' }

describe('tokens of volumes', () => {
  it('show their rights until they expire, to the server that issued them', () => {
    let now = 1000
    const tokens = createVolumeTokens({ key, clock: () => now })
    const token = tokens.issue(grant)
    expect(tokens.read(token)).toEqual(grant)
    expect(createVolumeTokens({ key: randomBytes(32), clock: () => now }).read(token)).toBeUndefined()
    now += MONTH_MS - 1
    expect(tokens.read(token)).toEqual(grant)
    now += 1
    expect(tokens.read(token)).toBeUndefined()
  })

  it('grant nothing when a single character differs', () => {
    const tokens = createVolumeTokens({ key, clock: () => 0 })
    const token = tokens.issue(grant)
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(...'AZaz09-_.=~'), (at, other) => {
        fc.pre(token[at] !== other)
        expect(tokens.read(token.slice(0, at) + other + token.slice(at + 1))).toBeUndefined()
      }),
    )
  })

  it('are read safely, whatever they contain', () => {
    const tokens = createVolumeTokens({ key, clock: () => 0 })
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), (text) => void expect(tokens.read(`vol_${text}`)).toBeUndefined()),
    )
  })
})
