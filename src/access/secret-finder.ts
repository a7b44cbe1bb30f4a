import { isKeyForm, isKeyStart, KEY_LENGTH, KEY_PREFIX, type KnownKeys } from './known-keys.ts'

/** A secret in a text. */
export interface FoundSecret {
  start: number
  end: number
  /** The text that is shown in place of the secret. */
  shown: string
}

export interface SecretFinder {
  /** Secrets from left to right; the longest where several begin at the same place. */
  find(text: string): Iterable<FoundSecret>
  /** Whether a key of this server stands in the text. */
  hasKey(text: string): boolean
  /**
   * The place from which the rest of the text may be the beginning of a secret; the length of the text when there is
   * none.
   */
  openFrom(text: string, from: number): number
}

const SHOWN = '•••'
/** Shorter secrets would match ordinary words. */
const SHORTEST_SECRET = 8

/** The configured secrets that are long enough to be hidden. */
export const hideable = (secrets: readonly string[]): string[] =>
  secrets.filter((secret) => secret.length >= SHORTEST_SECRET)

/** Finds configured secrets and keys of this server in text, and nothing else. */
export function createSecretFinder(secrets: readonly string[], keys: Pick<KnownKeys, 'has'>): SecretFinder {
  const configured = hideable(secrets).sort((one, other) => other.length - one.length)
  const nextConfigured = nextOf(configured)
  const nextKey = (text: string, from: number): FoundSecret | undefined => {
    for (let at = text.indexOf(KEY_PREFIX, from); at !== -1; at = text.indexOf(KEY_PREFIX, at + 1)) {
      if (keys.has(text.slice(at, at + KEY_LENGTH))) return foundAt(at, text.slice(at, at + KEY_LENGTH))
    }
    return undefined
  }
  return {
    *find(text) {
      let ours = nextConfigured(text, 0)
      let key = nextKey(text, 0)
      for (let first = firstOf(ours, key); first; first = firstOf(ours, key)) {
        yield first
        if (ours && ours.start < first.end) ours = nextConfigured(text, first.end)
        if (key && key.start < first.end) key = nextKey(text, first.end)
      }
    },
    hasKey: (text) => nextKey(text, 0) !== undefined,
    openFrom: (text, from) =>
      configured.reduce((least, secret) => Math.min(least, startOf(text, secret, from)), keyStartIn(text, from)),
  }
}

const foundAt = (start: number, secret: string): FoundSecret => ({
  start,
  end: start + secret.length,
  shown: isKeyForm(secret) ? KEY_PREFIX + SHOWN : SHOWN,
})

function nextOf(secrets: readonly string[]): (text: string, from: number) => FoundSecret | undefined {
  if (secrets.length === 0) return () => undefined
  const any = new RegExp(secrets.map(escaped).join('|'), 'g')
  return (text, from) => {
    any.lastIndex = from
    const found = any.exec(text)
    return found ? foundAt(found.index, found[0]) : undefined
  }
}

/** Escapes the characters that have a meaning in a pattern. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

function firstOf(one: FoundSecret | undefined, other: FoundSecret | undefined): FoundSecret | undefined {
  if (!one || !other) return one ?? other
  return one.start < other.start || (one.start === other.start && one.end > other.end) ? one : other
}

function keyStartIn(text: string, from: number): number {
  const first = Math.max(from, text.length - KEY_LENGTH + 1)
  for (let at = text.indexOf('e', first); at !== -1; at = text.indexOf('e', at + 1)) {
    if (isKeyStart(text.slice(at))) return at
  }
  return text.length
}

function startOf(text: string, secret: string, from: number): number {
  for (let at = Math.max(from, text.length - secret.length + 1); at < text.length; at++) {
    if (secret.startsWith(text.slice(at))) return at
  }
  return text.length
}
