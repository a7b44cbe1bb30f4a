import { describe, expect, it } from 'vitest'
import { wantsColours } from './screen.ts'

describe('colours', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
  ])('with %j on a terminal (%s): %s', (env, isTerminal, expected) => {
    expect(wantsColours(env, isTerminal)).toBe(expected)
  })
})
