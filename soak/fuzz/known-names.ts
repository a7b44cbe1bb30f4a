import type { Random } from './random.ts'

const MOST = 30
const ID_FIELD = /^(?:id|name|alias|token|hash|url|.*(?:Id|ID|Token|_id))$/
/** Our ids begin with the name of their kind. */
const PREFIX: Record<string, string> = {
  runId: 'run',
  sessionId: 'ses',
  session: 'ses',
  checkpointId: 'chk',
  other: 'chk',
  keyId: 'key',
}
const LONGEST = 400

export interface KnownNames {
  /** Remembers the names in an answer. */
  learn(text: string): void
  add(field: string, value: string): void
  forget(value: string): void
  /** A known name for a field. */
  one(field: string, random: Random): string | undefined
}

/** Names that belong to one user: with them requests reach existing things. The oldest are dropped. */
export function createKnownNames(isProtected: (value: string) => boolean): KnownNames {
  const byField = new Map<string, string[]>()
  const add = (field: string, value: string) => {
    if (value === '' || value.length > LONGEST || isProtected(value)) return
    const known = (byField.get(field) ?? []).filter((each) => each !== value)
    byField.set(field, [...known, value].slice(-MOST))
  }
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > 6) return
    for (const [field, inner] of Object.entries(value).slice(0, 50)) {
      if (typeof inner === 'string' && ID_FIELD.test(field)) add(field, inner)
      walk(inner, depth + 1)
    }
  }
  return {
    add,
    learn(text) {
      try {
        walk(JSON.parse(text), 0)
      } catch {
        // No JSON, so nothing to learn.
      }
    },
    forget(value) {
      for (const [field, known] of byField)
        byField.set(
          field,
          known.filter((each) => each !== value),
        )
    },
    one(field, random) {
      const prefix = PREFIX[field]
      const fitting = prefix
        ? [...byField.values()].flat().filter((value) => value.startsWith(prefix))
        : (byField.get(field) ?? [])
      return fitting.length > 0 ? random.pick(fitting) : undefined
    },
  }
}
