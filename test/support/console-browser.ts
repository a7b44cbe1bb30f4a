import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type EngineOptions, type TestEngine, withServer } from './engine.ts'

export interface ConsoleWorld extends TestEngine {
  url: string
  browser: Browser
  /** Requests that a page sent to any host below `.example`. */
  foreign: string[]
}

export interface Visitor {
  context: BrowserContext
  page: Page
  /** Everything that the browser complains about, violations of the policy included. */
  complaints: string[]
}

/** A real server and a real browser for all tests of a file; names below `domain` lead the browser to the server. */
export function oneConsole({ domain, ...options }: EngineOptions & { domain?: string } = {}): () => ConsoleWorld {
  let world: ConsoleWorld
  let end = () => {}
  let over: Promise<unknown>
  beforeAll(async () => {
    const opened = Promise.withResolvers<ConsoleWorld>()
    const closing = Promise.withResolvers<void>()
    end = closing.resolve
    over = withServer(options, async (tools) => {
      const foreign: string[] = []
      const trap = createServer((request, response) => {
        foreign.push(`${request.headers.host}${request.url}`)
        response.end()
      }).listen(0, '127.0.0.1')
      await once(trap, 'listening')
      const { port } = trap.address() as AddressInfo
      // Every foreign name leads into the trap, so that a request that is really sent is seen.
      const ours = domain === undefined ? '' : `, MAP *.${domain} ${new URL(tools.url).host}`
      const args = ['--no-sandbox', `--host-resolver-rules=MAP *.example 127.0.0.1:${port}${ours}`]
      const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args })
      opened.resolve({ ...tools, browser, foreign })
      await closing.promise
      await browser.close()
      trap.close()
    })
    over.catch(opened.reject)
    world = await opened.promise
  })
  afterAll(async () => {
    end()
    await over
  })
  return () => world
}

/** A browser that is signed in with a key. */
export async function visitor(
  { url, browser, keys }: ConsoleWorld,
  { key = keys.ada, ...options }: { key?: string; colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<Visitor> {
  const viewport = { width: options.width ?? 1280, height: 860 }
  const context = await browser.newContext({ viewport, colorScheme: options.colorScheme ?? 'light' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // Before somebody signs in, the server says so with this status.
    if (message.type() === 'error' && !/status of 401/.test(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  await page.goto(`${url}/sign-in`)
  await page.locator('input[name=key]').fill(key)
  await page.keyboard.press('Enter')
  await page.locator('.shell').waitFor()
  return { context, page, complaints }
}

/** Types a program on the first page and runs it by the keyboard; gives the id of its run when it has ended. */
export async function runInPage(page: Page, url: string, code: string): Promise<string> {
  await page.goto(url)
  const editor = page.locator('.run-write .cm-content')
  await editor.click()
  await page.keyboard.press('Control+a')
  // The editor deletes by itself. Typed over, coloured text would leave its style to the browser, which the policy refuses with a complaint.
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(code)
  await page.keyboard.press('Control+Enter')
  await page.locator('.run-head .badge').waitFor({ timeout: 60_000 })
  return new URL(page.url()).searchParams.get('run') ?? ''
}
