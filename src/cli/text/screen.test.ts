import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openScreen, PipeClosed, wantsColours } from './screen.ts'

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

/** A stream whose every write fails with this code of the system. */
const failingWith = (code: string) =>
  new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`${code}: no luck`), { code })),
  }) as unknown as NodeJS.WriteStream

describe('an output', () => {
  it('distinguishes a reader that has left from a disk that is full', async () => {
    const stdout = { env: {}, mayVanish: false }
    await expect(openScreen(failingWith('EPIPE'), stdout).write('x')).rejects.toBeInstanceOf(PipeClosed)
    await expect(openScreen(failingWith('ENOSPC'), stdout).write('x')).rejects.toMatchObject({
      code: 'OUTPUT_FAILED',
      message: 'The output cannot be written: ENOSPC: no luck.',
    })
  })

  it('may be lost when it only carries remarks', async () => {
    await expect(openScreen(failingWith('EPIPE'), { env: {}, mayVanish: true }).write('x')).resolves.toBeUndefined()
  })

  it('is plain and of fixed width without a terminal', () => {
    const screen = openScreen(new PassThrough() as unknown as NodeJS.WriteStream, { env: {}, mayVanish: false })
    expect(screen).toMatchObject({ isTerminal: false, hasColours: false, columns: 120 })
  })
})
