// The program under test counts its own steps: a call of `__annealHit` stands before every statement and in every branch.

/** Counts for `size` places. The same ones are used by all copies of the program in this process. */
export function createCounters(size, most) {
  const hits = new Uint32Array(size)
  let steps = 0
  let limit = most
  globalThis.__annealHit = (place) => {
    hits[place]++
    // Thrown again at every further step: a program that catches it gets no further.
    if (++steps > limit) throw new Error('anneal: too many steps')
  }
  return {
    hits,
    steps: () => steps,
    isSpent: () => steps > limit,
    limitTo(count) {
      limit = count
    },
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
