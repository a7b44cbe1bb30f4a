/**
 * Scripted oracles play the pages of MiniWoB++ by actions of the browser: whether the actions are enough, and steady, without a model.
 *
 * node bench/browser/miniwob.ts --pages DIRECTORY [--seeds 5] [--rounds 2]     the table; kept in bench/results/browser.json
 * node bench/browser/miniwob.ts --pages DIRECTORY --only click-button,…         some pages; nothing is kept
 *
 * DIRECTORY is `miniwob/html` of a checkout of Farama-Foundation/miniwob-plusplus. A page is solved with a raw reward of 0.95 or more (pages
 * of geometry score by nearness); its clock is set to a minute, so that a busy host changes no result. Every round plays all pages with the
 * same seeds: a page that ends in two ways is a flake.
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
    rounds: { type: 'string', default: '2' },
    only: { type: 'string' },
  },
})
const SEEDS = Number(values.seeds)
const ROUNDS = Number(values.rounds)
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

/** One letter for each seed of a page: s for solved. */
type Found = Map<string, string[]>
/** The reasons of the episodes that were not solved, by page: a flake cannot be looked at later. */
const troubles = new Map<string, string[]>()

async function playAll(work: AtWork, round: number, found: Found): Promise<void> {
  for (const page of played) {
    const begun = performance.now()
    const episodes: Episode[] = []
    for (let seed = 1; seed <= SEEDS; seed++) episodes.push(await play(work, page, seed))
    const marks = episodes.map(({ reward }) => (reward >= SOLVED ? 's' : '-')).join('')
    found.set(page, [...(found.get(page) ?? []), marks])
    const ms = Math.round((performance.now() - begun) / SEEDS)
    console.error(`${marks.includes('-') ? '✖' : '✔'} round ${round} ${page} ${marks} ${ms} ms`)
    for (const { seed, trouble } of episodes) {
      if (!trouble) continue
      const told = `round ${round} seed ${seed}: ${trouble}`
      troubles.set(page, [...(troubles.get(page) ?? []), told])
      console.error(`    ${told}`)
    }
  }
}

const machine = machineFacts()
const begun = performance.now()
const found: Found = new Map()
await withBrowser(values.pages, {}, async (work) => {
  await work.act('open')
  for (let round = 1; round <= ROUNDS; round++) await playAll(work, round, found)
})
const pages = [...found]
const whole = pages.filter(([, rounds]) => rounds.every((marks) => !marks.includes('-'))).map(([page]) => page)
const partly = pages.filter(([, rounds]) => rounds.some((marks) => marks.includes('-'))).toSorted()
const flakes = partly.filter(([, rounds]) => new Set(rounds).size > 1).map(([page]) => page)
const numbers = `${whole.length} of ${all.length} pages solved with all of ${SEEDS} seeds in ${ROUNDS} rounds, ${flakes.length} flakes`
console.error(`${numbers} ${flakes}`)
if (!values.only)
  await keepResults('miniwob', () => ({
    machine,
    seconds: Math.round((performance.now() - begun) / 1000),
    seeds: SEEDS,
    rounds: ROUNDS,
    aims: [
      {
        aim: `pages solved with every seed: ${AIM} of ${all.length} at least`,
        met: whole.length >= AIM,
        value: whole.length,
      },
      { aim: 'pages that end in two ways: none', met: flakes.length === 0, value: flakes.length },
    ],
    solved: whole.toSorted(),
    notSolved: Object.fromEntries(partly),
    flakes,
    troubles: Object.fromEntries(flakes.map((page) => [page, troubles.get(page)])),
    notPlayed: all.filter((page) => !oracles[page]),
  }))
