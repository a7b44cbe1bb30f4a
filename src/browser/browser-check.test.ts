import { expect, it, vi } from 'vitest'
import { browserCheck } from './browser-check.ts'
import type { BrowserProof } from './chromium/chromium-starter.ts'

/** A program that every host has stands for Chromium: none of these tests starts it. */
const PROGRAM = '/usr/bin/env'

function starterOf(known?: BrowserProof) {
  return {
    known: () => known,
    prove: vi.fn(async (): Promise<BrowserProof> => ({ version: '1.2', isolation: 'nested' })),
  }
}

it('a look at the host starts no browser, and says so', async () => {
  const starter = starterOf()
  expect(await browserCheck(PROGRAM, starter)).toEqual({
    name: 'browser',
    ok: true,
    detail: '/usr/bin/env, not started yet',
  })
  expect(starter.prove).not.toHaveBeenCalled()
})

it('a look tells what the last browser of this process said', async () => {
  const starter = starterOf({ version: '3.4', isolation: 'wall' })
  expect(await browserCheck(PROGRAM, starter)).toMatchObject({ kind: 'weaker', detail: expect.stringContaining('3.4') })
  expect(starter.prove).not.toHaveBeenCalled()
})

it('a proof starts a browser', async () => {
  const starter = starterOf({ version: '3.4', isolation: 'wall' })
  const row = await browserCheck(PROGRAM, starter, true)
  expect(row.detail).toBe('Chromium 1.2, with its own sandbox inside of ours')
  expect(starter.prove).toHaveBeenCalledOnce()
})

it('a missing program is told with the remedy, and is no failure', async () => {
  const row = await browserCheck('/usr/bin/no-such-browser', starterOf(), true)
  expect(row).toMatchObject({ ok: true, kind: 'absent', remedy: expect.stringContaining('apt-get install') })
})
