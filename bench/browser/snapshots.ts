/**
 * Snapshots of real saved pages: their tokens, whether references stay, and the tokens of the change that a click makes.
 *
 * node bench/browser/snapshots.ts --pages DIRECTORY [--count 30]     the table; kept in bench/results/browser.json
 *
 * DIRECTORY is `test/test-pages` of a checkout of mozilla/readability: one folder with a `source.html` for each page. The largest ones of
 * up to 500 kB are taken; one that shows nothing to click without its scripts is left out. They ask for hosts that are not allowed, as an agent's pages do. The click is on a button or a link, which opens
 * a menu of five entries beside itself and goes nowhere.
 */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineFacts } from '../../src/bench/machine-facts.ts'
import { type AtWork, withBrowser } from './browser-at-work.ts'
import { keepResults } from './keep-results.ts'

const { values } = parseArgs({
  options: { pages: { type: 'string', default: 'test-pages' }, count: { type: 'string', default: '30' } },
})
const COUNT = Number(values.count)
const MOST_BYTES = 500_000
const MOST_TOKENS = 4000
const MOST_CHANGE = 500

const OPENS_A_MENU = `addEventListener('click', (click) => {
  click.preventDefault()
  click.stopImmediatePropagation()
  const menu = document.createElement('ul')
  for (let entry = 1; entry <= 5; entry++) menu.innerHTML += '<li><button>Entry ' + entry + ' of the menu</button></li>'
  click.target.after(menu)
}, true)`

interface Shown {
  snapshot: string
  tokens: number
}

interface Measured {
  page: string
  kb: number
  tokens: number
  changeTokens: number
  references: number
  moved: number
  ms: number
}

async function largest(): Promise<{ page: string; bytes: number }[]> {
  const names = await readdir(values.pages)
  const all = await Promise.all(
    names.map(async (page) => ({ page, bytes: (await stat(join(values.pages, page, 'source.html'))).size })),
  )
  return all.filter(({ bytes }) => bytes <= MOST_BYTES).toSorted((one, other) => other.bytes - one.bytes)
}

/** The line of each reference, without its place in the tree. */
const referencesOf = (snapshot: string): Map<string, string> =>
  new Map([...snapshot.matchAll(/^\s*(.*) \[((?:f\d+)?e\d+)\]/gm)].map(([, line = '', ref = '']) => [ref, line]))

const OURS = `globalThis[Symbol.for('anneal.page')]`
const KEEP = (refs: string[]) =>
  `void (globalThis.kept = ${JSON.stringify(refs)}.map((ref) => [ref, ${OURS}.elementOf(ref)]))`
/** References that another element has now, and elements that have another reference. */
const MOVED = `kept.filter(([ref, el]) => ${OURS}.elementOf(ref) !== el || ${OURS}.refOf(el) !== ref).length`

async function measure(
  { act, host }: AtWork,
  { page, bytes }: { page: string; bytes: number },
): Promise<Measured | undefined> {
  const show = async (input: object = {}) => (await act('snapshot', input)) as unknown as Shown
  await act('navigate', { url: `http://${host}/${page}/source.html` })
  const begun = performance.now()
  const { snapshot, tokens } = await show()
  const ms = performance.now() - begun
  const before = referencesOf(snapshot)
  const [target] = [...before].find(([, line]) => /^- (?:button|link)/.test(line)) ?? []
  if (target === undefined) return undefined
  await act('evaluate', { script: KEEP([...before.keys()].filter((ref) => ref.startsWith('e'))) })
  await act('evaluate', { script: OPENS_A_MENU })
  await act('evaluate', { target, script: '(element) => element.click()' })
  const change = await show({ changes: true })
  await show()
  const { value: moved } = (await act('evaluate', { script: MOVED })) as { value: number }
  return { page, kb: bytes / 1000, tokens, changeTokens: change.tokens, references: before.size, moved, ms }
}

const machine = machineFacts()
const leftOut: string[] = []
const found = await withBrowser(values.pages, {}, async (work) => {
  await work.act('open')
  const all: Measured[] = []
  for (const page of await largest()) {
    const measured = await measure(work, page)
    if (measured) all.push(measured)
    else leftOut.push(page.page)
    console.error(JSON.stringify(measured))
    if (all.length === COUNT) break
  }
  return all
})
const tokens = Math.max(...found.map((each) => each.tokens))
const changeTokens = Math.max(...found.map((each) => each.changeTokens))
const moved = found.reduce((sum, each) => sum + each.moved, 0)
const aims = [
  { aim: `tokens of a snapshot, at most ${MOST_TOKENS}`, met: tokens <= MOST_TOKENS, value: tokens },
  { aim: `tokens of a change, at most ${MOST_CHANGE}`, met: changeTokens <= MOST_CHANGE, value: changeTokens },
  { aim: 'references that mean another element after a click: none', met: moved === 0, value: moved },
]
await keepResults('snapshots', () => ({ machine, aims, leftOut, pages: found }))
console.log(JSON.stringify(aims, null, 2))
