/** A field that only some uses of a tool need. */
export function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`"${name}" is needed for this. Call again with it.`)
  return value
}
