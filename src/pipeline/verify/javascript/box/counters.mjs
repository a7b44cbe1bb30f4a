// The program under test counts its own steps: a call of `__annealHit` stands before every statement and in every branch.

/** A call that takes more steps than this is slow, or never ends. */
const MOST_STEPS = 300_000

export const TOO_MANY_STEPS = 'anneal: too many steps'

/** Counts for `size` places. The same arrays are used for all copies of the program in this process. */
export function createCounters(size) {
  const hits = new Uint32Array(size)
  let steps = 0
  globalThis.__annealHit = (place) => {
    hits[place]++
    // Thrown again at every further step: a program that catches it gets no further.
    if (++steps > MOST_STEPS) throw new Error(TOO_MANY_STEPS)
  }
  return {
    hits,
    isSpent: () => steps > MOST_STEPS,
    reset() {
      hits.fill(0)
      steps = 0
    },
    /** Places that were reached since the last reset. */
    reached() {
      const places = []
      for (let place = 0; place < size; place++) if (hits[place]) places.push(place)
      return places
    },
  }
}
