interface Work<Value> {
  value: Promise<Value>
  waiting: number
  allLeft: AbortController
}

type Shared<Value> = (
  key: string,
  work: (untilAllLeft: AbortSignal) => Promise<Value>,
  signal: AbortSignal | undefined,
) => Promise<Value>

/** Work that several callers share: each may leave, and when all have left the work is ended. */
export function createShared<Value>(): Shared<Value> {
  const underWay = new Map<string, Work<Value>>()
  const begin = (key: string, work: (untilAllLeft: AbortSignal) => Promise<Value>): Work<Value> => {
    const allLeft = new AbortController()
    const forget = () => void (underWay.get(key) === begun && underWay.delete(key))
    const value = work(allLeft.signal).finally(forget)
    const begun = { value, waiting: 0, allLeft }
    // A caller that comes after the last has left starts the work anew.
    allLeft.signal.addEventListener('abort', forget, { once: true })
    underWay.set(key, begun)
    return begun
  }
  return async (key, work, signal) => {
    signal?.throwIfAborted()
    const at = underWay.get(key) ?? begin(key, work)
    at.waiting++
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason)
        at.waiting--
        if (at.waiting === 0) at.allLeft.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
      at.value.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }
}
