// The program under test counts its own steps: a call of `__annealHit` stands before every statement and in every branch.

export const TOO_MANY_STEPS = 'anneal: too many steps'

/** The clock is looked at once in so many steps. */
const CLOCK_STEPS = 4

// The program may change all of these.
const now = performance.now.bind(performance)
const cpuUsage = process.cpuUsage.bind(process)

/** A sandbox that is slowed down has less time than the clock tells. */
function cpuMs() {
  const { user, system } = cpuUsage()
  return (user + system) / 1000
}

/** Counts for `size` places. The same ones are used by all copies of the program in this process. */
export function createCounters(size, { mostSteps, mostMs }) {
  const hits = new Uint32Array(size)
  let steps = 0
  let limit = mostSteps
  let end = Number.POSITIVE_INFINITY
  let began = 0
  globalThis.__annealHit = (place) => {
    hits[place]++
    if (++steps % CLOCK_STEPS === 0 && now() > end && cpuMs() - began > mostMs) limit = 0
    // Thrown again at every further step: a program that catches it gets no further.
    if (steps > limit) throw new Error(TOO_MANY_STEPS)
  }
  return {
    hits,
    steps: () => steps,
    isSpent: () => steps > limit,
    /** Begins a call that may take so many steps. */
    reset(most = mostSteps) {
      hits.fill(0)
      steps = 0
      limit = most
      end = now() + mostMs
      began = cpuMs()
    },
    /** Places that were reached since the last reset. */
    reached() {
      const places = []
      for (let place = 0; place < size; place++) if (hits[place]) places.push(place)
      return places
    },
  }
}
