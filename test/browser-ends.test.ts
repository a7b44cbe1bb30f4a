import { describe, expect, test } from 'vitest'
import { descendantsOf } from '../soak/descendants-of.ts'
import { browserWorld } from './support/browser-world.ts'
import { processesWith } from './support/processes.ts'

const world = browserWorld(() => ({
  '/': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'visit=1; Max-Age=9999' })
    response.end('<title>Here</title><p>Here')
  },
}))
const { act, done, url, events } = world
const unused = browserWorld(() => ({ '/': '<title>Here</title>' }), {
  ANNEAL_BROWSER_IDLE_MS: '1000',
  ANNEAL_BROWSER_MEMORY_MB: '512',
})

/** Processes of Chromium below this one, by a word of their command line. */
async function ownProcesses(mark: string): Promise<number[]> {
  const own = new Set(descendantsOf(process.pid))
  return (await processesWith(mark)).filter((pid) => own.has(pid))
}

async function killOwn(mark: string): Promise<void> {
  for (const pid of await ownProcesses(mark)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The end of its parent was its own.
    }
  }
}

describe('the end of', () => {
  test('a page that crashes is the failure of an action, and the browser goes on', async () => {
    await done('open', { url: url('/') })
    await killOwn('--type=renderer')
    await expect.poll(async () => (await act('evaluate', { script: '1' })).error?.code).toBe('PAGE_CRASHED')
    expect(await done('open', { url: url('/') })).toMatchObject({ title: 'Here' })
    expect(await events('browser.opened')).toHaveLength(1)
  })

  test('a browser that crashes is told, leaves no process, and the next one has its cookies', async () => {
    await done('cookies')
    const saved = async () => (await world.tools().engine.browsers.info(world.session(), 'ada')).saved?.cookies
    await expect.poll(saved).toBe(1)
    const hanging = act('evaluate', { script: 'fetch("/begun").then(() => new Promise(() => {}))' })
    await expect.poll(() => world.site().seen).toContain('GET /begun')
    await killOwn('--remote-debugging-pipe')
    expect(await hanging).toMatchObject({ outcome: 'failed', error: { code: 'BROWSER_CRASHED' } })
    await expect
      .poll(async () => (await events('browser.closed')).map((event) => 'why' in event && event.why))
      .toEqual(['crashed'])
    await expect.poll(() => ownProcesses('--user-data-dir=')).toEqual([])
    await done('open', { url: url('/') })
    expect((await events('browser.opened')).at(-1)).toMatchObject({ restored: true })
    await done('close')
  })

  test('the memory of a browser is the end of its page or of itself, and the session goes on', async () => {
    await unused.done('open', { url: unused.url('/') })
    const script = 'Array.from({ length: 24 }, () => new Uint8Array(32_000_000).fill(1)).length'
    const taken = await unused.act('evaluate', { script })
    expect(['PAGE_CRASHED', 'BROWSER_CRASHED']).toContain(taken.error?.code)
    expect(await unused.done('open', { url: unused.url('/') })).toMatchObject({ title: 'Here' })
  })

  test('a browser that nobody uses comes by itself', async () => {
    const why = async () => (await unused.events('browser.closed')).map((event) => 'why' in event && event.why)
    await expect.poll(why).toContain('idle')
    await expect.poll(() => ownProcesses('--user-data-dir=')).toEqual([])
  })
})
