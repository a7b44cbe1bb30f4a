import { createCounters } from './counters.mjs'
import { createLoader } from './load-program.mjs'
import { beQuiet } from './quiet.mjs'
import { steady } from './steady.mjs'

/** A call that takes more than this is slow, or never ends. */
const MOST = { mostSteps: 60_000, mostMs: 150 }

/** Everything that calls need: copies of the program in a process that prints nothing. */
export function setStage({ program, path, seed, shiftMs = 0 }) {
  beQuiet()
  const chance = steady({ seed, shiftMs })
  const counters = createCounters(program.size, MOST)
  const loader = createLoader({ program, path, withMain: false })
  return {
    counters,
    chance,
    async copyOf(mutant) {
      counters.reset()
      const names = await loader.load(mutant)
      const classes = new Map(
        Object.keys(names).flatMap((name) => {
          const prototype = typeof names[name] === 'function' ? names[name].prototype : undefined
          return prototype ? [[prototype, name]] : []
        }),
      )
      return { names, counters, nameOf: (prototype) => classes.get(prototype) }
    },
  }
}
