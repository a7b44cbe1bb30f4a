import { availableParallelism } from 'node:os'
import { runApart } from './run-apart.mjs'

const SILENCE_MS = 7000
const MUTANT_SILENCE_MS = 3000
/** The clock and chance give other values in each run. */
const SEEDS = [11, 12, 13]
const MOST_LANES = 4
/** Starting a process costs about as much as playing so many faults. */
const LEAST_EACH = 10
const SHIFT_MS = 35_000_000_000

/** The results of test files: their cases, the lines they reach, and the faults they find. */
export async function runTests({ job, path, cwd, end }) {
  const shared = { job, path, cwd }
  const runs = []
  for (let run = 0; run < (job.runs ?? 1); run++) {
    const task = { ...shared, files: job.files, seed: SEEDS[run % SEEDS.length], shiftMs: run * SHIFT_MS }
    runs.push(await playAll(task, end))
  }
  const [first] = runs
  await addMain(first.cases, { shared, end })
  const cases = first.cases.map((each, index) => ({
    ...each,
    isSteady: runs.every((run) => run.cases[index]?.passed === each.passed),
  }))
  const able = cases.filter(
    ({ passed, isSteady, file, name }) => passed && isSteady && !job.outside.includes(`${file} ${name}`),
  )
  const isWanted = job.mutation && able.length > 0
  const mutants = isWanted ? await playMutants({ ...shared, able, end }) : []
  return { cases, loaded: first.loaded, mutants }
}

/** The case that starts the program does so in another process: the places it reaches there are looked up here. */
async function addMain(cases, { shared, end }) {
  const main = cases.find(({ file, name, passed }) => passed && shared.job.mainCase === `${file} ${name}`)
  if (!main) return
  const { told } = await playFiles({ ...shared, seed: SEEDS[0], shiftMs: 0, isMain: true }, end)
  const reached = told.find((value) => value.main)?.main ?? []
  main.places = reached.map(([place]) => place)
  main.hits = reached.map(([, count]) => count)
}

/** A case that hangs or ends its process takes the rest of its file with it, but not the files behind it. */
async function playAll(task, end) {
  const cases = []
  let loaded = []
  let { files } = task
  while (files.length > 0 && performance.now() < end) {
    const { told, isWhole } = await playFiles({ ...task, files }, end)
    for (const value of told) if (value.case) cases.push(value.case)
    loaded = told.find((value) => value.loaded)?.loaded ?? loaded
    if (isWhole) break
    const { file = files[0], at = file } = told.findLast((value) => value.at !== undefined) ?? {}
    const detail = 'it did not come to an end, or ended the process'
    cases.push({ file, name: at, passed: false, detail, durationMs: 0, places: [], steps: 0 })
    files = files.slice(files.indexOf(file) + 1)
  }
  return { cases, loaded }
}

function playFiles(task, end) {
  const mostMs = Math.max(1, end - performance.now())
  const silenceMs = task.mutants ? MUTANT_SILENCE_MS : SILENCE_MS
  return runApart({ script: './play-tests.mjs', task, cwd: task.cwd, silenceMs, mostMs, env: { TZ: 'UTC' } })
}

/** Faults are shared out among processes; those that no case reaches are not played. */
async function playMutants({ job, path, cwd, able, end }) {
  const reached = new Set(able.flatMap(({ places }) => places))
  const all = job.program.mutants.map(({ place }, mutant) => ({ mutant, isReached: reached.has(place) }))
  const unreached = all.filter(({ isReached }) => !isReached).map(({ mutant }) => ({ mutant, by: [] }))
  const wanted = all.filter(({ isReached }) => isReached).map(({ mutant }) => mutant)
  const files = [...new Set(able.map(({ file }) => file))]
  const baseline = able.map(({ file, name, places, steps }) => ({ file, name, places, steps }))
  const task = { job, path, cwd, files, seed: SEEDS[0], shiftMs: 0, baseline }
  // Foreign tests may share files, and are never run at the same time.
  const most = job.hasForeign ? 1 : Math.min(MOST_LANES, availableParallelism())
  const lanes = Math.min(most, Math.ceil(wanted.length / LEAST_EACH))
  const shares = Array.from({ length: lanes }, (_, lane) => wanted.filter((_mutant, index) => index % lanes === lane))
  const played = await Promise.all(shares.map((share) => playShare(share, { task, end })))
  return [...unreached, ...played.flat()]
}

/** One process for all of them; one that hangs it has been found, and the next process goes on behind it. */
async function playShare(mutants, { task, end }) {
  const results = []
  let left = mutants
  while (left.length > 0 && performance.now() < end) {
    const { told } = await playFiles({ ...task, mutants: left }, end)
    for (const value of told) if (value.by) results.push(value)
    const last = told.findLast(({ at }) => at !== undefined)?.at
    const done = new Set(results.map(({ mutant }) => mutant))
    if (last !== undefined && !done.has(last) && performance.now() < end) results.push({ mutant: last, by: ['time'] })
    else if (last === undefined) break
    left = left.filter((index) => !done.has(index) && index !== last)
  }
  return results
}
