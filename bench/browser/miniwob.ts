/**
 * Scripted oracles play the pages of MiniWoB++ by actions of the browser: whether the actions are enough, and steady, without a model.
 *
 * node bench/browser/miniwob.ts --pages DIRECTORY [--seeds 5] [--only click-button,…]     prints JSON, the table on standard error
 *
 * DIRECTORY is `miniwob/html` of a checkout of Farama-Foundation/miniwob-plusplus. A page is solved with a raw reward of 0.95 or more (pages
 * of geometry score by nearness); its clock is set to a minute, so that a busy host changes no result.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machineFacts } from '../../src/bench/machine-facts.ts'
import { type AtWork, withBrowser } from './browser-at-work.ts'
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

async function play({ act }: AtWork, page: string, seed: number): Promise<Episode> {
  const see = async <T>(script: string): Promise<T> => (await act('evaluate', { script }))['value'] as T
  try {
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
    await work.act('navigate', { url: `http://${work.host}/miniwob/${page}.html` })
    for (let seed = 1; seed <= SEEDS; seed++) episodes.push(await play(work, page, seed))
    const solved = episodes.filter(({ reward }) => reward >= SOLVED).length
    const ms = (performance.now() - begun) / SEEDS
    found.push({ page, solved, episodes, ms })
    console.error(`${solved === SEEDS ? '✔' : '✖'} ${page} ${solved}/${SEEDS} ${Math.round(ms)} ms`)
    for (const { seed, trouble } of episodes) if (trouble) console.error(`    seed ${seed}: ${trouble}`)
  }
  return found
})

const whole = results.filter(({ solved }) => solved === SEEDS)
const episodes = results.reduce((sum, { solved }) => sum + solved, 0)
console.error(`${whole.length} of ${all.length} pages solved with all of ${SEEDS} seeds`)
console.log(
  JSON.stringify(
    {
      bench: 'miniwob',
      machine: machineFacts(),
      pages: all.length,
      played: played.length,
      seeds: SEEDS,
      aims: [
        {
          aim: `pages solved with every seed: ${AIM} of ${all.length} at least`,
          met: whole.length >= AIM,
          value: whole.length,
        },
      ],
      episodesSolved: episodes,
      solved: whole.map(({ page }) => page),
      notSolved: results.filter(({ solved }) => solved < SEEDS).map(({ page, solved }) => ({ page, solved })),
      notPlayed: all.filter((page) => !oracles[page]),
    },
    null,
    2,
  ),
)
