/** Looks names up in a table of facts: by the whole name, by its end, or by its last part alone. */
export interface NameTable<Kind extends string> {
  kindOf(name: string): Kind | undefined
  /** All kinds that the name has. */
  kindsOf(name: string): readonly Kind[]
}

/** The package before a class that is named in full: `java.io.File`. */
const PACKAGE = /^(?:java|javax|jakarta|org|com|net|io|android|sun)(?:\.[a-z_]\w*)+\.(?=[A-Z])/
const MOST_PARTS = 5
/** A program calls few functions, and calls them often. */
const MOST_REMEMBERED = 5_000

/** A name of one part is that function only when nothing, or a root, stands before it. */
export function nameTable<Kind extends string>(
  facts: Partial<Readonly<Record<Kind, string>>>,
  roots: readonly string[] = [],
): NameTable<Kind> {
  const kinds = new Map<string, Kind[]>()
  for (const [kind, names] of Object.entries(facts) as [Kind, string][]) {
    for (const name of names.split(' ')) kinds.set(name, [...(kinds.get(name) ?? []), kind])
  }
  const NONE: readonly Kind[] = []
  const kindsOf = (name: string): readonly Kind[] => {
    const whole = kinds.get(name) ?? kinds.get(name.replace(PACKAGE, ''))
    if (whole) return whole
    let at = name.indexOf('.')
    for (let part = 0; part < MOST_PARTS && at >= 0; part++) {
      const rest = name.slice(at + 1)
      const found = rest.includes('.') || roots.includes(name.slice(0, at)) ? kinds.get(rest) : undefined
      if (found) return found
      at = name.indexOf('.', at + 1)
    }
    const last = name.lastIndexOf('.')
    return (last >= 0 ? kinds.get(name.slice(last)) : undefined) ?? NONE
  }
  const known = new Map<string, readonly Kind[]>()
  const remembered = (name: string): readonly Kind[] => {
    let found = known.get(name)
    if (found) return found
    if (known.size >= MOST_REMEMBERED) known.clear()
    found = kindsOf(name)
    known.set(name, found)
    return found
  }
  return { kindsOf: remembered, kindOf: (name) => remembered(name)[0] }
}
