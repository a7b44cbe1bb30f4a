/**
 * Takes the pictures of the console for the guide again, from a real server and a real browser with a scripted model:
 *
 * node scripts/console-pictures.ts [run|chat|history|browser …]     all of them unless some are named
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from 'playwright-core'
import { startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { type TestEngine, withServer } from '../test/support/engine.ts'

const AT = new URL('../docs/picture/', import.meta.url).pathname

const python = (code: string) => `Here is a program:\n\n\`\`\`python\n${code}\n\`\`\`\n`
const PRIMES = 'primes = [n for n in range(2, 100) if all(n % d for d in range(2, n))]\n'
const MORE = `
It uses **trial division** and \`all\`:

- the loop runs to $\\sqrt{n}$,
- see [the article](https://en.wikipedia.example/wiki/Prime).

$$\\pi(n) \\sim \\frac{n}{\\ln n}$$

| n | primes |
|---|---|
| 10 | 4 |
| 100 | 25 |
`
const AVERAGE = `def average(numbers):
    total = sum(numbers)
    return totl / len(numbers)

scores = [71, 84, 90, 66]
print("average:", average(scores))
`
const FORM = `<!doctype html><title>Orders</title><style>body { font: 16px system-ui; margin: 32px } td, th { padding: 8px 24px 8px 0; text-align: left }</style>
<h1>Orders of today</h1><table><tr><th>Customer<th>Amount</tr><tr><td>Ada<td>40</tr><tr><td>Ben<td>2</tr></table><img src="http://elsewhere.example/x.png" alt="">`

type Tools = Pick<TestEngine, 'call'> & { url: string; page: Page }

const answerOf = async <T>(tools: Tools, path: string, body: object): Promise<T> =>
  (await tools.call(path, { body })).json() as Promise<T>

const shoot = (page: Page, name: string) => page.screenshot({ path: `${AT}${name}.png` })

async function run(tools: Tools): Promise<void> {
  const { page, url } = tools
  // The first runs of an engine start what later ones find running.
  for (const code of ['def f():\n  pass\nf()', 'value = 1\nprint(vlaue)', 'count = 1\nprint(conut)'])
    await answerOf(tools, '/v1/runs', { code, language: 'python' })
  const { runId } = await answerOf<{ runId: string }>(tools, '/v1/runs', { code: AVERAGE, language: 'python' })
  await page.goto(`${url}/runs/${runId}?attempt=1`)
  await page.locator('.cm-mark-failed').waitFor()
  await page.locator('.log-line', { hasText: 'average:' }).last().waitFor()
  await shoot(page, 'console')
}

async function chat({ page, url }: Tools): Promise<void> {
  await page.goto(`${url}/chat`)
  await page.getByPlaceholder(/Ask for a program/).fill('How many primes are below 100?')
  await page.keyboard.press('Enter')
  await page.getByText('Correction: answer 2 of 3.').waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Regenerate' }).waitFor({ timeout: 60_000 })
  await page
    .locator('.chat-row', { hasText: 'ago' })
    .or(page.locator('.chat-row', { hasText: 'just now' }))
    .waitFor()
  await shoot(page, 'console-chat')
}

async function history(tools: Tools): Promise<void> {
  const { page, url } = tools
  const { id } = await answerOf<{ id: string }>(tools, '/v1/sessions', { conversation: 'prices of May' })
  const cell = (code: string) => answerOf(tools, '/v1/runs', { code, language: 'python', session: id })
  const keep = (label: string) => answerOf<{ id: string }>(tools, `/v1/sessions/${id}/checkpoints`, { label })
  await cell('prices = [3, 1, 2]\nopen("prices.csv", "w").write("3,1,2")')
  const read = await keep('data read')
  await cell('city = "Berlin"\nprices.append(9)\nopen("more.txt", "w").write("more " * 400)')
  await keep('with Berlin')
  await answerOf(tools, `/v1/checkpoints/${read.id}/restore`, {})
  await cell('prices.sort()')
  await keep('sorted')
  await page.setViewportSize({ width: 1100, height: 640 })
  await page.goto(`${url}/sessions/${id}?view=history`)
  for (const label of ['with Berlin', 'sorted'])
    await page.locator('.checkpoint', { hasText: label }).getByRole('button', { name: 'Compare' }).click()
  await page.locator('td', { hasText: 'city' }).waitFor()
  await page.mouse.move(0, 0)
  await shoot(page, 'console-history')
  await page.setViewportSize({ width: 1280, height: 860 })
}

async function browser({ page, url }: Tools, site: string): Promise<void> {
  await page.goto(`${url}/browsers`)
  await page.getByLabel('Address of a page').fill(site)
  await page.keyboard.press('Enter')
  await page.locator('.live-picture img').waitFor({ timeout: 90_000 })
  await page.getByRole('tab', { name: 'Requests' }).click()
  await page.locator('td', { hasText: '127.0.0.1' }).first().waitFor()
  await shoot(page, 'console-browser')
}

const model = await startScriptedServer([
  { says: python(`${PRIMES}assert len(primes) == 24, len(primes)`) },
  { says: python(`${PRIMES}assert len(primes) == 25\nprint(len(primes))`) + MORE },
])
const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(FORM)).listen(
  0,
  '127.0.0.1',
)
await once(site, 'listening')
const { port } = site.address() as AddressInfo
const env = {
  ANNEAL_NETWORK_CEILING: `127.0.0.1:${port}`,
  ANNEAL_MODEL: 'openai-compatible/scripted',
  ANNEAL_MODEL_URL: model.url,
  ANNEAL_CORRECTORS: 'rules',
}
await withServer({ env }, async ({ url, keys, call }) => {
  const chromiumHere = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  const page = await chromiumHere.newPage({ viewport: { width: 1280, height: 860 } })
  await page.goto(`${url}/sign-in`)
  await page.locator('input[name=key]').fill(keys.ada)
  await page.keyboard.press('Enter')
  await page.locator('.shell').waitFor()
  const tools = { url, page, call }
  const host = `http://127.0.0.1:${port}/orders`
  const pictures = { run, chat, history, browser: (of: Tools) => browser(of, host) }
  const wanted = process.argv.slice(2)
  for (const [name, take] of Object.entries(pictures))
    if (wanted.length === 0 || wanted.includes(name)) await take(tools)
  await chromiumHere.close()
})
site.close()
await model[Symbol.asyncDispose]()
