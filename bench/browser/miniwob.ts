/**
 * Scripted oracles play the pages of MiniWoB++ by actions of the browser: whether the actions are enough, and steady, without a model.
 *
 * node bench/browser/miniwob.ts --pages DIRECTORY [--seeds 5] [--only click-button,…]     the table; kept in bench/results/browser.json
 *
 * DIRECTORY is `miniwob/html` of a checkout of Farama-Foundation/miniwob-plusplus. A page is solved with a raw reward of 0.95 or more (pages
 * of geometry score by nearness); its clock is set to a minute, so that a busy host changes no result.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineFacts } from '../../src/bench/machine-facts.ts'
import { type AtWork, withBrowser } from './browser-at-work.ts'
import { keepResults } from './keep-results.ts'
import { oracles } from './oracle/oracles.ts'
import type { Player } from './oracle/player.ts'

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: 'miniwob/html' },
    seeds: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
const SEEDS = Number(values.seeds)
const SOLVED = 0.95
const EPISODE_MS = 60_000
const AIM = 100

interface Episode {
  seed: number
  reward: number
  trouble?: string
}

const begin = (seed: number): string =>
  `(() => { Math.seedrandom('anneal ${seed}'); core.EPISODE_MAX_TIME = ${EPISODE_MS}; core.startEpisodeReal(); return document.querySelector('#query').textContent.replace(/\\s+/g, ' ').trim() })()`

async function play({ act, host }: AtWork, page: string, seed: number): Promise<Episode> {
  const see = async <T>(script: string): Promise<T> => (await act('evaluate', { script }))['value'] as T
  try {
    await act('navigate', { url: `http://${host}/miniwob/${page}.html` })
    const player: Player = {
      task: await see<string>(begin(seed)),
      act,
      see,
      click: (target, input = {}) => act('click', { target, ...input }),
      fill: (target, value) => act('fill', { target, value }),
      press: (key, input = {}) => act('press', { key, ...input }),
    }
    await oracles[page]?.(player)
    const reward = await see<number>('WOB_DONE_GLOBAL ? WOB_RAW_REWARD_GLOBAL : 0')
    return { seed, reward, ...(reward < SOLVED && { trouble: `reward ${reward} for "${player.task}"` }) }
  } catch (error) {
    return { seed, reward: 0, trouble: (error as Error).message.slice(0, 400) }
  }
}

const all = (await readdir(join(values.pages, 'miniwob')))
  .filter((name) => name.endsWith('.html'))
  .map((name) => name.slice(0, -5))
const wanted = values.only?.split(',') ?? all
const played = wanted.filter((page) => oracles[page])

const results = await withBrowser(values.pages, {}, async (work) => {
  await work.act('open')
  const found: { page: string; solved: number; episodes: Episode[]; ms: number }[] = []
  for (const page of played) {
    const begun = performance.now()
    const episodes: Episode[] = []
    for (let seed = 1; seed <= SEEDS; seed++) episodes.push(await play(work, page, seed))
    const solved = episodes.filter(({ reward }) => reward >= SOLVED).length
    const ms = (performance.now() - begun) / SEEDS
    found.push({ page, solved, episodes, ms })
    console.error(`${solved === SEEDS ? '✔' : '✖'} ${page} ${solved}/${SEEDS} ${Math.round(ms)} ms`)
    for (const { seed, trouble } of episodes) if (trouble) console.error(`    seed ${seed}: ${trouble}`)
  }
  return found
})

interface Kept {
  machine: object
  seeds: number
  solved: Record<string, number>
}

/** Pages that were played before are kept, so that the list can be gone through in pieces. */
await keepResults('miniwob', (kept: Partial<Kept & { aims: object }>) => {
  const before = kept.seeds === SEEDS ? kept.solved : {}
  const solved = { ...before, ...Object.fromEntries(results.map(({ page, solved: count }) => [page, count])) }
  const whole = Object.values(solved).filter((count) => count === SEEDS).length
  const aim = `pages solved with every seed: ${AIM} of ${all.length} at least`
  console.error(`${whole} of ${all.length} pages solved with all of ${SEEDS} seeds`)
  return {
    machine: machineFacts(),
    seeds: SEEDS,
    aims: [{ aim, met: whole >= AIM, value: whole }],
    solved: Object.fromEntries(Object.entries(solved).toSorted()),
    notPlayed: all.filter((page) => !oracles[page]),
  }
})
