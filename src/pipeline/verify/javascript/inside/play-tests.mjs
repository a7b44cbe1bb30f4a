// Runs test files in a process of its own: once as they are, then against one fault of the program after the other.
import { apart, tell } from './apart.mjs'
import { createCounters } from './counters.mjs'
import { createLoader } from './load-program.mjs'
import { createTestLoader } from './load-tests.mjs'
import { playCase } from './play-case.mjs'
import { beQuiet } from './quiet.mjs'
import { steady } from './steady.mjs'

const CASE_MS = 5000
/** Time for work that a program does after it is loaded. */
const MAIN_MS = 50
const MUTANT_CASE_MS = 400
/** A fault may make a case so much longer before it counts as endless. */
const MORE_STEPS = 20
const SPARE_STEPS = 50_000

await apart(async ({ job, path, cwd, files, seed, shiftMs, mutants, baseline, isMain }) => {
  beQuiet()
  steady({ seed, shiftMs })
  const { program } = job
  const counters = createCounters(program.size, {
    mostSteps: Number.MAX_SAFE_INTEGER,
    mostMs: mutants ? MUTANT_CASE_MS : CASE_MS,
  })
  const loader = createLoader({ program, path, withMain: !mutants, hidden: job.hidden })
  if (isMain) return playMain({ loader, counters })
  const loadTests = createTestLoader({ loader, cwd })
  if (mutants) await playMutants({ job, files, mutants, baseline, counters, loadTests })
  else await playOnce({ files, counters, loadTests })
})

/** Starts the program in the same way as the case that reads its output. */
async function playMain({ loader, counters }) {
  counters.reset()
  await loader.load()
  await new Promise((resolve) => setTimeout(resolve, MAIN_MS))
  tell({ main: counters.reached().map((place) => [place, counters.hits[place]]) })
}

async function playOnce({ files, counters, loadTests }) {
  for (const file of files) {
    tell({ at: file, file })
    counters.reset()
    let cases
    try {
      cases = await loadTests([file])
    } catch (error) {
      tell({
        case: {
          file,
          name: file,
          passed: false,
          detail: `it cannot be loaded: ${error?.message ?? error}`,
          durationMs: 0,
          places: [],
          steps: 0,
        },
      })
      continue
    }
    tell({ loaded: [...counters.hits] })
    for (const each of cases) {
      counters.reset()
      tell({ at: each.name, file })
      const result = await playCase(each, CASE_MS)
      const places = counters.reached()
      const hits = places.map((place) => counters.hits[place])
      tell({ case: { file, name: each.name, ...result, places, hits, steps: counters.steps() } })
    }
  }
}

/** A fault is found when a case that passed does not pass any more. Only cases that reach its place can find it. */
async function playMutants({ job, files, mutants, baseline, counters, loadTests }) {
  const known = new Map(baseline.map((each) => [`${each.file} ${each.name}`, each]))
  for (const mutant of mutants) {
    tell({ at: mutant })
    const { place } = job.program.mutants[mutant]
    counters.reset(SPARE_STEPS * MORE_STEPS)
    const cases = await loadTests(files, mutant).catch(() => undefined)
    if (!cases) {
      tell({ mutant, by: ['loading'] })
      continue
    }
    const able = cases.filter(({ file, name }) => known.get(`${file} ${name}`)?.places.includes(place))
    tell({ mutant, by: await findersOf(able, { known, counters, isWhole: job.isMatrix }) })
  }
}

async function findersOf(cases, { known, counters, isWhole }) {
  const by = []
  for (const each of cases) {
    const key = `${each.file} ${each.name}`
    counters.reset(known.get(key).steps * MORE_STEPS + SPARE_STEPS)
    const { passed } = await playCase(each, MUTANT_CASE_MS)
    if (passed && !counters.isSpent()) continue
    by.push(key)
    if (!isWhole) break
  }
  return by
}
