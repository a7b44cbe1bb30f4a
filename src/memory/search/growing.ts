type Numbers = Int8Array | Int32Array | Uint16Array | Uint32Array | Float32Array

/** The same list, or a longer one with the same beginning where it does not reach to `length`. */
export function grown<T extends Numbers>(list: T, length: number): T {
  if (length <= list.length) return list
  const larger = new (list.constructor as new (length: number) => T)(Math.max(list.length * 2, length))
  larger.set(list)
  return larger
}
