import { TOO_MANY_STEPS } from './counters.mjs'
import { runApart } from './run-apart.mjs'
import { runMain } from './run-main.mjs'

const SILENCE_MS = 3000
const ENDLESS = 'the program does not come to an end when it is loaded'
const MOST_RESTARTS = 4
/** More than a year, and not whole days: a result that depends on the date, the weekday or the hour changes. */
const SHIFT_MS = 35_000_000_000
const ELSEWHERE = 'Asia/Kathmandu'

/** Cases with their outcomes, as one process after the other agrees on them. */
export async function findCases({ job, path, cwd, end }) {
  const explored = await explore({ job, path, cwd, end })
  if (explored.failed) return { cases: [], flaky: [], properties: [], failed: explored.failed }
  const all = []
  // Proposals from elsewhere have not been tried before, and may take the others with them.
  for (const scenes of [explored.scenes, job.asked ?? []]) all.push(...(await playTwice(scenes, { job, path, cwd })))
  const main = job.wantsMain ? await runMain({ job, path, cwd }) : undefined
  return {
    ...(main && { main }),
    cases: all.filter(({ isSteady }) => isSteady),
    flaky: all.filter(({ isSteady }) => !isSteady).map(({ target, scene, asked }) => ({ target, scene, asked })),
    properties: explored.properties,
    growths: explored.growths,
    tried: explored.tried,
  }
}

/** In two processes, of which the second has another time, place, chance and order. */
async function playTwice(scenes, { job, path, cwd }) {
  if (scenes.length === 0) return []
  const play = async (task, env) => {
    const whole = { job, path, scenes, ...task }
    return outcomesOf(await runApart({ script: './record.mjs', task: whole, cwd, env, silenceMs: SILENCE_MS }))
  }
  const [first, again] = await Promise.all([
    play({ seed: 1, shiftMs: 0, isReversed: false }, { TZ: 'UTC' }),
    play({ seed: 2, shiftMs: SHIFT_MS, isReversed: true }, { TZ: ELSEWHERE }),
  ])
  const isSame = (index) => first.has(index) && JSON.stringify(first.get(index)) === JSON.stringify(again.get(index))
  return scenes.map((scene, index) => ({ ...scene, ...first.get(index), isSteady: isSame(index) }))
}

/** Leaves a call out that hangs or dies, and tries everything again without it. */
async function explore({ job, path, cwd, end }) {
  const skip = []
  for (let round = 0; round <= MOST_RESTARTS; round++) {
    const budgetMs = Math.max(200, end - performance.now())
    const { told, isWhole } = await runApart({
      script: './explore.mjs',
      task: { job, path, skip, budgetMs },
      cwd,
      silenceMs: SILENCE_MS,
    })
    // Properties are a gift behind the choice: without them there are tests all the same.
    const isChosen = told.filter((value) => value.chosen !== undefined).length === job.targets.length
    if (isChosen && (isWhole || job.targets.length > 0)) return exploredFrom(told)
    const failed = told.find((value) => value.failed)?.failed
    if (failed) return { failed: failed.includes(TOO_MANY_STEPS) ? ENDLESS : failed }
    const last = told.findLast(({ at }) => at !== undefined)?.at
    if (last === undefined || last === 'load') return { failed: ENDLESS }
    skip.push(last)
  }
  return { failed: 'its functions do not come to an end' }
}

function exploredFrom(told) {
  const chosen = told.filter((value) => value.chosen !== undefined)
  return {
    scenes: chosen.flatMap(({ chosen: target, scenes }) => scenes.map((scene) => ({ target, scene }))),
    tried: Object.fromEntries(chosen.map(({ chosen: target, tried }) => [target, tried])),
    growths: told.flatMap(({ growth }) => (growth ? [growth] : [])),
    properties: told.flatMap(({ property }) => (property ? [property] : [])),
  }
}

function outcomesOf({ told }) {
  return new Map(
    told.flatMap(({ index, outcomes, agrees, isSteady }) => (isSteady ? [[index, { outcomes, agrees }]] : [])),
  )
}
