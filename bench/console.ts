/**
 * The budgets of the console, measured in a real browser: sizes, the time until it can be used, from an event to the pixel, long runs
 * and long output.
 *
 * node bench/console.ts      prints JSON, with the aims and whether they were met
 */
import { globSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright-core'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { withServer } from '../test/support/engine.ts'
import { MADE_RUN, type MadeStory, madeStream } from '../test/support/made-story.ts'

interface Aim {
  name: string
  value: number
  most?: number
  least?: number
}

const LINES = 100_000
const EVENTS = 10_000

const packed = (file: string): number => gzipSync(readFileSync(file)).length / 1000

/** The page with a made-up story; gives the milliseconds that it takes to show it. */
async function openStory(page: Page, url: string, story: MadeStory): Promise<number> {
  const body = madeStream(story)
  await page.unroute('**/v1/runs/*/events').catch(() => undefined)
  await page.route('**/v1/runs/*/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await page.goto(`${url}/runs`)
  await page.locator('h1').waitFor()
  await page.evaluate(
    `${WATCH_OPENING}; history.pushState(null, '', '/runs/${MADE_RUN}'); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  return (await page.evaluate('window.opened')) as number
}

/** From the answer of the server to the drawn end of the run; the way of the made-up answer into the browser is not counted. */
const WATCH_OPENING = `window.opened = new Promise((resolve) => {
  const plain = window.fetch.bind(window)
  window.fetch = async (...asked) => {
    const answer = await plain(...asked)
    if (!String(asked[0]).includes('/events')) return answer
    const begun = performance.now()
    const look = () =>
      document.querySelector('.run-head .badge') ? resolve(performance.now() - begun) : requestAnimationFrame(look)
    look()
    return answer
  }
})`

/** Frames a second while the output is scrolled from its beginning to its end. */
const SCROLL = `new Promise((resolve) => {
  const place = document.querySelector('.log-lines')
  let frames = 0
  const begun = performance.now()
  const step = () => {
    const passed = performance.now() - begun
    place.scrollTop = (place.scrollHeight - place.clientHeight) * Math.min(1, passed / 3000)
    frames++
    if (passed < 3000) requestAnimationFrame(step)
    else resolve(frames / (passed / 1000))
  }
  requestAnimationFrame(step)
})`

/** Milliseconds from a letter in the search field to the drawn number of found lines. */
const SEARCH = `new Promise((resolve) => {
  const field = document.querySelector('.log-bar input')
  const begun = performance.now()
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'needle')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  const look = () => (document.querySelector('.log-bar [role=status]') ? resolve(performance.now() - begun) : requestAnimationFrame(look))
  requestAnimationFrame(look)
})`

/** The ages of printed times when they are on the screen. */
const WATCH = `new Promise((resolve) => {
  const seen = new Map()
  const look = () => {
    for (const line of document.querySelectorAll('.log-line')) {
      const at = Number(line.textContent)
      if (at > 0 && !seen.has(at)) seen.set(at, Date.now() - at)
    }
    if (document.querySelector('.run-head .badge')) resolve([...seen.values()])
    else requestAnimationFrame(look)
  }
  look()
})`

const TICKS = `import time
for n in range(100):
    print(round(time.time() * 1000), flush=True)
    time.sleep(0.03)`

async function eventToPixel(page: Page, url: string): Promise<number> {
  await page.goto(url)
  await page.locator('.run-write .cm-content').click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(TICKS)
  await page.keyboard.press('Control+Enter')
  await page.locator('.log-line').first().waitFor()
  const ages = ((await page.evaluate(WATCH)) as number[]).sort((one, other) => one - other)
  if (ages.length < 30) throw new Error(`only ${ages.length} lines were seen`)
  return ages[Math.floor(ages.length * 0.95)] ?? 0
}

/** From the request of the page to an editor that takes letters; the browser has its files already, as on every visit but the first. */
async function interactive(page: Page, url: string): Promise<number> {
  const begun = performance.now()
  await page.goto(url)
  await page.locator('.run-write textarea, .run-write .cm-content').first().waitFor()
  return performance.now() - begun
}

async function measure(browser: Browser, url: string, key: string): Promise<Aim[]> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
  page.setDefaultTimeout(120_000)
  const loaded = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) loaded.add(pathname)
  })
  await page.goto(`${url}/sign-in`)
  await page.locator('input[name=key]').fill(key)
  const first = [...loaded]
  await page.keyboard.press('Enter')
  await page.locator('.shell').waitFor()
  const sizeOf = (paths: string[]) => paths.reduce((sum, path) => sum + packed(`console/dist${path}`), 0)
  const all = globSync('console/dist/assets/*.js').reduce((sum, file) => sum + packed(file), 0)
  await page.locator('.run-write .cm-content').waitFor()
  const withEditor = sizeOf([...loaded])
  const visits: number[] = []
  for (let n = 0; n < 5; n++) visits.push(await interactive(page, url))
  const pixel = await eventToPixel(page, url)
  const story = await openStory(page, url, { output: Array.from({ length: EVENTS }, (_, n) => `line ${n}\n`) })
  const text = Array.from(
    { length: LINES },
    (_, n) => `${n} some output of a program${n % 5000 === 0 ? ' needle' : ''}`,
  ).join('\n')
  await openStory(page, url, { output: [text] })
  const frames = (await page.evaluate(SCROLL)) as number
  const search = (await page.evaluate(SEARCH)) as number
  return [
    { name: 'JavaScript of the first route, kB gzip', value: sizeOf(first), most: 120 },
    { name: 'the same with the editor, which loads after it, kB gzip', value: withEditor },
    { name: 'JavaScript of all routes, kB gzip', value: all, most: 600 },
    { name: 'interactive, median of 5, ms', value: visits.sort((one, other) => one - other)[2] ?? 0, most: 1000 },
    { name: 'printed line to pixel, p95, ms', value: pixel, most: 150 },
    { name: `a run of ${EVENTS} events opens, ms`, value: story, most: 500 },
    { name: `${LINES} lines scroll, frames a second`, value: frames, least: 50 },
    { name: `${LINES} lines are searched, ms`, value: search, most: 150 },
  ]
}

const results = await withServer({}, async ({ url, keys }) => {
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    return await measure(browser, url, keys.ada)
  } finally {
    await browser.close()
  }
})
const aims = results.map((aim) => ({
  ...aim,
  value: Number(aim.value.toFixed(1)),
  met: (aim.most === undefined || aim.value <= aim.most) && (aim.least === undefined || aim.value >= aim.least),
}))
process.stdout.write(`${JSON.stringify({ machine: machineFacts(), aims }, null, 2)}\n`)
