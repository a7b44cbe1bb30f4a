/**
 * Opening a page in a warm browser of a session, against a bare Chromium with the same flags: behind our wall, through our proxy and told
 * as events it may take 1.3 times as long.
 *
 * node bench/browser/page-open.ts [--count 60]     kept in bench/results/browser.json
 *
 * Both open the same page, five times in each turn, so that a busy host slows both. The bare one has no proxy, since none runs outside of
 * our sandbox. Processor time is that of everything below this process; of ours with all that it does after an action (events, cookies).
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type CpuMeter, openCpuMeter } from '../../src/bench/cpu-meter.ts'
import { machineFacts } from '../../src/bench/machine-facts.ts'
import { chromiumFlags } from '../../src/browser/chromium/chromium-flags.ts'
import { findChromium } from '../../src/browser/chromium/find-chromium.ts'
import { loadPlaywright } from '../../src/browser/chromium/load-playwright.ts'
import { withHome } from '../../test/support/temporary-home.ts'
import { withBrowser } from './browser-at-work.ts'
import { keepResults } from './keep-results.ts'

const { values } = parseArgs({ options: { count: { type: 'string', default: '60' } } })
const COUNT = Number(values.count)
const WARM_UP = 10
const MOST_RATIO = 1.3
const IN_A_TURN = 5
/** An action tells its requests and keeps the cookies of its browser within so long. */
const AFTERWARDS_MS = 2000

const PARAGRAPH = '<p>A paragraph with <a href="#here">a link</a> and some words that fill the line.</p>'
const PAGE = `<!doctype html><title>Page</title><link rel="stylesheet" href="style.css"><script src="script.js"></script>
<h1>Page</h1>${PARAGRAPH.repeat(500)}<img src="one.svg"><img src="two.svg">`
const FILES = {
  'page.html': PAGE,
  'style.css': 'p { margin: 4px } a { color: #06c }',
  'script.js': 'addEventListener("load", () => document.title = "Loaded")',
  'one.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><circle r="20"/></svg>',
  'two.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>',
}

/** A Chromium as Playwright starts it, outside of every sandbox of ours. */
async function bareChromium(profile: string) {
  const chromium = await loadPlaywright()
  const flags = chromiumFlags({ nested: false, profile }).filter((flag) => !/^--(?:proxy|user-data-dir)/.test(flag))
  const executablePath = await findChromium('')
  return chromium.launchPersistentContext(profile, {
    executablePath,
    args: [...flags, '--remote-debugging-pipe'],
    ignoreDefaultArgs: true,
  })
}

/** One of the two that are compared. */
interface Side {
  open(): Promise<unknown>
  timesMs: number[]
  cpuMs: number
}

async function turn(side: Side, { readMs }: Pick<CpuMeter, 'readMs'>, isCounted: boolean): Promise<void> {
  const before = await readMs()
  for (let round = 0; round < IN_A_TURN; round++) {
    const begun = performance.now()
    await side.open()
    if (isCounted) side.timesMs.push(performance.now() - begun)
  }
  await sleep(AFTERWARDS_MS)
  if (isCounted) side.cpuMs += (await readMs()) - before
}

const at = (times: number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? Number.NaN

const machine = machineFacts()
const meter = await openCpuMeter()
const [ours, bare] = await withHome(async (pages) => {
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(pages, name), text)
  return withBrowser(pages, { warmBrowsers: 0 }, async ({ act, host }) => {
    const profile = await mkdtemp(join(tmpdir(), 'anneal-bare-'))
    const context = await bareChromium(profile)
    try {
      const page = await context.newPage()
      await page.setViewportSize({ width: 1280, height: 720 })
      const url = `http://${host}/page.html`
      await act('open')
      const both: [Side, Side] = [
        { open: () => act('navigate', { url }), timesMs: [], cpuMs: 0 },
        { open: () => page.goto(url, { waitUntil: 'load' }), timesMs: [], cpuMs: 0 },
      ]
      for (let round = -WARM_UP; round < COUNT; round += IN_A_TURN)
        for (const side of both) await turn(side, meter, round >= 0)
      return both
    } finally {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    }
  })
})
await meter.close()
const facts = ({ timesMs, cpuMs }: Side) => ({
  p50: at(timesMs, 0.5),
  p95: at(timesMs, 0.95),
  cpu: cpuMs / timesMs.length,
})
const ratio = at(ours.timesMs, 0.5) / at(bare.timesMs, 0.5)
const cpuRatio = ours.cpuMs / bare.cpuMs
const aims = [{ aim: `p50 against bare Chromium, at most ${MOST_RATIO} times`, met: ratio <= MOST_RATIO, value: ratio }]
const { countedBy } = meter
const report = { machine, count: COUNT, oursMs: facts(ours), bareMs: facts(bare), cpuRatio, countedBy, aims }
await keepResults('pageOpen', () => report)
console.log(JSON.stringify(report, null, 2))
