// Chance and time of a process: both follow the given numbers, so that a result that depends on them differs
// between two processes, and one that does not stays as it is.

/** A small generator of random numbers (mulberry32): the same seed, the same numbers. */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Answers whether chance or the clock was asked since the last time, and lets the clock be moved. */
export function steady({ seed, shiftMs }) {
  let isAsked = false
  let shift = shiftMs
  const random = randomFrom(seed)
  Math.random = () => {
    isAsked = true
    return random()
  }
  const RealDate = Date
  const now = () => {
    isAsked = true
    return RealDate.now() + shift
  }
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length ? given : [now()], newTarget === globalThis.Date ? target : newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  return {
    takeAsked() {
      const was = isAsked
      isAsked = false
      return was
    },
    moveClock(ms) {
      shift += ms
    },
  }
}
