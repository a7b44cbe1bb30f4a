import { createCounters } from './counters.mjs'
import { createLoader } from './load-program.mjs'
import { beQuiet } from './quiet.mjs'
import { steady } from './steady.mjs'

/** Everything that calls need: copies of the program in a process that prints nothing. */
export function setStage({ program, path, seed, shiftMs = 0 }) {
  beQuiet()
  steady({ seed, shiftMs })
  const counters = createCounters(program.size)
  const loader = createLoader({ program, path, withMain: false })
  return {
    counters,
    async copyOf(mutant) {
      counters.reset()
      const { names } = await loader.load(mutant)
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
