// The program under test counts its own steps: a call of `__annealHit` stands before every statement and in every branch.

export const TOO_MANY_STEPS = 'anneal: too many steps'

/** The clock is looked at once in so many steps. */
const CLOCK_STEPS = 4

/** Counts for `size` places. The same ones are used by all copies of the program in this process. */
export function createCounters(size, { mostSteps, mostMs }) {
  const hits = new Uint32Array(size)
  // The program may be given another clock.
  const now = performance.now.bind(performance)
  let steps = 0
  let limit = mostSteps
  let end = Number.POSITIVE_INFINITY
  globalThis.__annealHit = (place) => {
    hits[place]++
    if (++steps % CLOCK_STEPS === 0 && now() > end) limit = 0
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
    },
    /** Places that were reached since the last reset. */
    reached() {
      const places = []
      for (let place = 0; place < size; place++) if (hits[place]) places.push(place)
      return places
    },
  }
}
