// Finds out which calls are worth a test: those that reach new places, and those that notice faults.
import { apart, tell } from './apart.mjs'
import { choose } from './choose.mjs'
import { findGrowth } from './growth.mjs'
import { perform } from './perform.mjs'
import { findProperties } from './properties.mjs'
import { scenesFor } from './scenes.mjs'
import { setStage } from './stage.mjs'
import { randomFrom } from './steady.mjs'
import { vary } from './vary.mjs'

const SEED = 20_240_229
const MOST_VARIED = 80
const MOST_TRIED = 40
const ENOUGH_KILLS = 5
const MORE_FOR_SURVIVORS = 60
/** A function that is slow so often is left alone. */
const MOST_SLOW = 6

await apart(async ({ job, path, skip, budgetMs }) => {
  const end = performance.now() + budgetMs
  const skipped = new Set(skip)
  const stage = setStage({ program: job.program, path, seed: SEED })
  tell({ at: 'load' })
  const copy = await stage.copyOf()
  const isLate = () => performance.now() > end
  const explored = []
  for (const target of job.targets) {
    const around = { random: randomFrom(SEED), constants: target.constants, classes: job.classes }
    const seen = { target, around, records: [], keys: new Set(), places: new Set(), slow: 0 }
    await exploreTarget(seen, { copy, skipped, isLate })
    explored.push(seen)
  }
  if (job.program.mutants.length > 0) await tryMutants(explored, { job, stage, copy, skipped, isLate })
  for (const { target, records } of explored) {
    tell({ chosen: target.id, scenes: choose(records).map(({ scene }) => scene), tried: records.length })
  }
  if (job.wantsGrowth) for (const growth of await findGrowth(explored, copy)) tell({ growth })
  for (const property of await findProperties(explored, { copy, isLate, skipped })) tell({ property })
})

async function exploreTarget(seen, { copy, skipped, isLate }) {
  const { target, around } = seen
  const attempt = async (scene) => {
    const key = `${target.id} ${JSON.stringify(scene)}`
    if (seen.keys.has(key) || skipped.has(key) || seen.slow >= MOST_SLOW || isLate()) return false
    seen.keys.add(key)
    tell({ at: key })
    return keepRecord(seen, scene, await perform(target, scene, copy))
  }
  function keepRecord({ records, places }, scene, outcomes) {
    if (outcomes.some(({ kind }) => kind === 'slow')) seen.slow++
    if (outcomes.some(({ kind }) => kind === 'slow' || kind === 'missing')) return false
    const reached = copy.counters.reached()
    const isNew = reached.some((place) => !places.has(place))
    for (const place of reached) places.add(place)
    const isOdd = outcomes.some(
      ({ isNative, opaque, kind, text }) => isNative || opaque || (kind === 'returned' && text === 'NaN'),
    )
    const cost = records.length + JSON.stringify(scene).length / 4 + (isOdd ? 400 : 0)
    const key = JSON.stringify(outcomes)
    records.push({ scene, key, cost, isOdd, places: new Set(reached), gains: reached.map((place) => `place ${place}`) })
    return isNew
  }
  const fruitful = []
  for (const scene of scenesFor(target, around)) if (await attempt(scene)) fruitful.push(scene)
  for (let round = 0; round < MOST_VARIED && fruitful.length > 0; round++) {
    const scene = vary(fruitful[Math.floor(around.random() * fruitful.length)], target, around)
    if (await attempt(scene)) fruitful.push(scene)
  }
  seen.attempt = attempt
}

/** Each fault is tried with the calls that reach it; a call that notices it gains by it. */
async function tryMutants(explored, { job, stage, copy, skipped, isLate }) {
  for (const [number, { place }] of job.program.mutants.entries()) {
    const name = `mutant ${number}`
    const reaching = explored.filter(({ places }) => places.has(place))
    if (reaching.length === 0 || skipped.has(name) || isLate()) continue
    tell({ at: name })
    const broken = await stage.copyOf(number).catch(() => undefined)
    if (!broken) continue
    let kills = 0
    for (const seen of reaching) kills += await killsBy(seen, { broken, place, name })
    if (kills === 0) for (const seen of reaching) await searchFurther(seen, { copy, broken, place, name, skipped })
  }
}

async function killsBy({ target, records }, { broken, place, name }) {
  const able = records.filter((record) => record.places.has(place)).sort((one, other) => one.cost - other.cost)
  let kills = 0
  for (const record of able.slice(0, MOST_TRIED)) {
    tell({ at: name })
    const outcomes = await perform(target, record.scene, broken)
    if (JSON.stringify(outcomes) === record.key) continue
    record.gains.push(name)
    // A slow function is slow for the other calls too.
    if (++kills >= ENOUGH_KILLS || outcomes.some(({ kind }) => kind === 'slow')) break
  }
  return kills
}

/** More calls near those that reach a fault which none of them noticed. */
async function searchFurther(seen, { broken, place, name, skipped }) {
  const able = seen.records.filter((record) => record.places.has(place))
  if (able.length === 0) return
  for (let round = 0; round < MORE_FOR_SURVIVORS; round++) {
    const near = able[Math.floor(seen.around.random() * able.length)]
    const before = seen.records.length
    await seen.attempt(vary(near.scene, seen.target, seen.around))
    const [record] = seen.records.slice(before)
    if (!record || skipped.has(name)) continue
    if (JSON.stringify(await perform(seen.target, record.scene, broken)) === record.key) continue
    record.gains.push(name)
    return
  }
}
