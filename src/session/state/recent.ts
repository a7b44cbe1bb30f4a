export interface Recent<V> {
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
}

/** Keeps the most recently used values up to a total weight of `most`. A heavier value is not kept. */
export function createRecent<V>(most: number, weigh: (value: V) => number): Recent<V> {
  // A map iterates in the order of insertion: the first key was used longest ago.
  const values = new Map<string, V>()
  let weight = 0

  function remove(key: string): V | undefined {
    const value = values.get(key)
    if (value === undefined) return undefined
    values.delete(key)
    weight -= weigh(value)
    return value
  }

  function set(key: string, value: V) {
    remove(key)
    if (weigh(value) > most) return
    values.set(key, value)
    weight += weigh(value)
    for (const oldest of values.keys()) {
      if (weight <= most) return
      remove(oldest)
    }
  }

  return {
    get(key) {
      const value = values.get(key)
      if (value !== undefined) {
        values.delete(key)
        values.set(key, value)
      }
      return value
    },
    set,
    delete: remove,
  }
}
