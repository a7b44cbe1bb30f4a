// Plays scenes in a fresh process, and reports the outcome of each.

import { isDeepStrictEqual } from 'node:util'
import { apart, tell } from './apart.mjs'
import { perform } from './perform.mjs'
import { setStage } from './stage.mjs'

/** A function that asks chance or the clock may give the same result twice in a row by chance. */
const MORE_OFTEN = 12
const STEP_MS = 100_000_007

await apart(async ({ job, path, scenes, seed, shiftMs, isReversed }) => {
  const stage = setStage({ program: job.program, path, seed, shiftMs })
  const copy = await stage.copyOf()
  const order = [...scenes.keys()]
  if (isReversed) order.reverse()
  for (const index of order) {
    const { target, scene, ...wanted } = scenes[index]
    const play = () => perform(job.targets[target], scene, copy)
    stage.chance.takeAsked()
    const outcomes = await play()
    const isSteady = !stage.chance.takeAsked() || (await isAlways(JSON.stringify(outcomes), play, stage.chance))
    tell({ index, outcomes, isSteady, ...(wanted.asked !== undefined && { agrees: agrees(outcomes[0], wanted) }) })
  }
})

async function isAlways(expected, play, chance) {
  for (let round = 0; round < MORE_OFTEN; round++) {
    chance.moveClock(STEP_MS)
    if (JSON.stringify(await play()) !== expected) return false
  }
  return true
}

/** Whether a call had the expected outcome. */
function agrees(outcome, { expected, throws }) {
  if (throws !== undefined) return outcome.kind === 'threw' && outcome.name === throws
  if (outcome.kind !== 'returned' || outcome.text === undefined) return false
  const make = (text) => new Function(`return (${text})`)()
  try {
    return isDeepStrictEqual(make(outcome.text), make(expected))
  } catch {
    // Text that names a class of the program has no value here.
    return outcome.text === expected
  }
}
