import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servePage } from '../examples/web-page/server.ts'
import { type TestEngine, withServer } from './support/engine.ts'

interface World extends Omit<TestEngine, 'call'> {
  browser: Browser
  /** Where the page lives: another origin than that of Anneal. */
  origin: string
  /** Anneal as the page reaches it. */
  anneal: string
  /** Breaks all connections to Anneal. */
  cut(): void
}

let world: World
let pageOf: RequestListener
let end = () => {}
let over: Promise<unknown>

beforeAll(async () => {
  const opened = Promise.withResolvers<World>()
  const closing = Promise.withResolvers<void>()
  end = closing.resolve
  const pages = createServer((request, response) => pageOf(request, response)).listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  over = withServer({ env: { ANNEAL_ALLOWED_ORIGINS: origin } }, async ({ call: _, port, ...tools }) => {
    const way = await openWay(port)
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
    opened.resolve({ ...tools, browser, origin, ...way })
    await closing.promise
    await browser.close()
    way.close()
    pages.close()
  })
  over.catch(opened.reject)
  world = await opened.promise
})

afterAll(async () => {
  end()
  await over
})

/** A way to a port that can be broken. */
async function openWay(port: number) {
  const sockets = new Set<Socket>()
  const server = createTcpServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    near.pipe(far).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const close = () => {
    server.close()
    cut()
  }
  return { anneal: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, cut, close }
}

/** A new visitor, and everything that their browser complains about. */
async function visit({ ttlS = 600 } = {}) {
  const { anneal, keys, browser, origin } = world
  pageOf = servePage({ anneal, apiKey: keys.ada, ttlS })
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(origin)
  await page.locator('#access', { hasText: 'ends in' }).waitFor()
  return { page, complaints }
}

const write = (page: Page, code: string) => page.locator('#code').fill(code)
const status = (page: Page, is: string) => page.locator('#status', { hasText: new RegExp(`^${is}$`) }).waitFor()
const outputOf = (page: Page) => page.locator('#output').innerText()

test('a page runs code on another origin and shows output, a figure and events live, each once though its connection broke', async () => {
  const { page, complaints } = await visit()
  await page.locator('#run').click()
  await page.locator('#output', { hasText: '2 squared' }).waitFor()
  expect(await page.locator('#status').innerText(), 'nothing came before the end').toBe('running')
  expect(await page.locator('#events li', { hasText: 'output.delta' }).count()).toBeGreaterThan(0)
  expect(complaints).toEqual([])
  world.cut()
  await status(page, 'ok')
  const lines = [1, 2, 3, 4, 5, 6].map((n) => `${n} squared is ${n * n}`)
  expect((await outputOf(page)).trim()).toBe(lines.join('\n'))
  const figure = page.locator('#output img')
  await figure.waitFor()
  expect(await figure.evaluate((picture) => (picture as unknown as { naturalWidth: number }).naturalWidth)).toBe(310)
  const types = await page.locator('#events .type').allInnerTexts()
  expect([types.at(0), types.at(-1)]).toEqual(['run.start', 'run.end'])
  if (process.env.PICTURES) await takePictures(page, process.env.PICTURES)
  await page.close()
})

test('output of a program is shown as text, and its HTML in a frame in which nothing runs', async () => {
  const { page, complaints } = await visit()
  await write(
    page,
    `print('<img src=x onerror="document.title=1">')
class Evil:
    def _repr_html_(self):
        return '<b>bold</b><script>parent.document.title = 2; document.title = 2</script><img src=x onerror="top.document.title=3">'
Evil()`,
  )
  await page.locator('#run').click()
  await status(page, 'ok')
  expect(await outputOf(page)).toContain('<img src=x onerror="document.title=1">')
  expect(await page.locator('#output iframe').getAttribute('sandbox')).toBe('')
  await page.frameLocator('#output iframe').locator('b', { hasText: 'bold' }).waitFor()
  expect(await page.title()).toBe('Run Python from a page')
  expect(complaints.join('\n'), 'the policy of the page let the script through').toMatch(
    /Blocked script execution|sandboxed/,
  )
  await page.close()
})

test('the token of a page does nothing but work in its session, and the page can read why', async () => {
  const { page } = await visit()
  const ask = (path: string, body: object) =>
    page.evaluate(
      async ([where, sent]) => {
        const access = (await (await fetch('/access', { method: 'POST' })).json()) as Record<string, string>
        const headers = { authorization: `Bearer ${access.token}`, 'content-type': 'application/json' }
        const response = await fetch(`${access.server}${where}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(sent),
        })
        const { error } = (await response.json()) as { error: { code: string } }
        return [response.status, error.code, response.headers.get('x-request-id')?.slice(0, 3)]
      },
      [path, body] as const,
    )
  const refused = [403, 'TOKEN_TOO_NARROW', 'req']
  expect(await ask('/v1/runs', { code: '1', language: 'python' })).toEqual(refused)
  expect(await ask('/v1/sessions', {})).toEqual(refused)
  expect(await ask('/v1/keys', { user: 'eve' })).toEqual(refused)
  expect(await ask('/v1/tokens', { session: 'ses000000000000000000000' })).toEqual(refused)
  await page.close()
})

test('a page whose token has ended says so in words, and goes on behind the last event with a new one', async () => {
  const { page } = await visit()
  await write(page, 'import time\nfor n in range(6):\n    print("line", n, flush=True)\n    time.sleep(0.3)')
  await page.locator('#run').click()
  await page.locator('#output', { hasText: 'line 1' }).waitFor()
  const { tokens } = world.engine
  for (const { id } of await tokens.list('ada')) await tokens.revoke(id, { userId: 'ada', scope: 'user' })
  await page.locator('#notice', { hasText: 'This token opens nothing any more: it was revoked.' }).waitFor()
  await page.locator('#renew').click()
  await status(page, 'ok')
  expect((await outputOf(page)).trim()).toBe([0, 1, 2, 3, 4, 5].map((n) => `line ${n}`).join('\n'))
  await page.close()
  const { page: late } = await visit({ ttlS: 1 })
  await late.locator('#access', { hasText: 'has ended' }).waitFor()
  await late.locator('#run').click()
  await late.locator('#notice', { hasText: 'This token opens nothing any more: its time is over.' }).waitFor()
  if (process.env.PICTURES) await late.screenshot({ path: `${process.env.PICTURES}/ended.png` })
  await late.close()
})

/** For the guide: `PICTURES=/tmp npx vitest run test/web-page.test.ts`. */
async function takePictures(page: Page, directory: string) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [name, width, height] of [
      ['wide', 1160, 860],
      ['phone', 390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: `${directory}/${name}-${colorScheme}.png`, fullPage: name === 'phone' })
    }
  }
}
