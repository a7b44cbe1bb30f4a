/**
 * Browsers are opened with a page and closed again, a thousand times: no process is left, and the memory of the server stays.
 *
 * node soak/browser-cycles.ts [--cycles N]     with the settings of memory of `npm start`
 */
import { readdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { withBrowser } from '../bench/browser/browser-at-work.ts'
import { machineFacts } from '../src/bench/machine-facts.ts'
import { withHome } from '../test/support/temporary-home.ts'
import { runAsServer } from './as-server.ts'
import { descendantsOf } from './descendants-of.ts'
import { type SettledMemory, settledMemoryMb } from './settled-memory.ts'

runAsServer()

const { values } = parseArgs({ options: { cycles: { type: 'string', default: '1000' } } })
const CYCLES = Number(values.cycles)
/** The driver, the store and their caches are loaded by then. */
const WARM_UP = Math.min(100, Math.floor(CYCLES / 4))
const MOST_GROWTH = 0.05
const EVERY = 100

const facts = machineFacts()
const begun = performance.now()
const descriptors = async (): Promise<number> => (await readdir('/proc/self/fd')).length

const story = await withHome(async (pages) => {
  await writeFile(`${pages}/page.html`, '<title>Page</title><h1>Page</h1><button>Go</button>')
  return withBrowser(pages, { warmBrowsers: 0 }, async ({ act, host }) => {
    const one = async () => {
      const { status } = await act('open', { url: `http://${host}/page.html` })
      if (status !== 200) throw new Error(`the page answered ${status}`)
      await act('close')
    }
    for (let cycle = 0; cycle < WARM_UP; cycle++) await one()
    const before = { ...(await settledMemoryMb()), descriptors: await descriptors() }
    const processesBefore = new Set(descendantsOf(process.pid))
    const course: (SettledMemory & { cycle: number })[] = []
    for (let cycle = WARM_UP; cycle < CYCLES; cycle++) {
      await one()
      if ((cycle + 1) % EVERY === 0) course.push({ cycle: cycle + 1, ...(await settledMemoryMb()) })
    }
    const after = { ...(await settledMemoryMb()), descriptors: await descriptors() }
    const left = descendantsOf(process.pid).filter((pid) => !processesBefore.has(pid))
    return { before, after, course, processesLeft: left.length }
  })
})
const growth = story.after.resident / story.before.resident - 1
const isGood = story.processesLeft === 0 && growth < MOST_GROWTH
const seconds = Math.round((performance.now() - begun) / 1000)
const report = { soak: 'browser-cycles', facts, seconds, cycles: CYCLES, warmUp: WARM_UP, ...story, growth, isGood }
await writeFile('soak/results/browser-cycles.json', `${JSON.stringify(report, null, 2)}\n`)
console.log(JSON.stringify(report, null, 2))
process.exit(isGood ? 0 : 1)
