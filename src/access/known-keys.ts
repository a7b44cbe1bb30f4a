import { hash } from 'node:crypto'

/** The form E2B's SDKs accept: the prefix and lowercase hex. */
export const KEY_PREFIX = 'e2b_'
const HEX_DIGITS = 40
const KEY_FORM = new RegExp(`^${KEY_PREFIX}[0-9a-f]{${HEX_DIGITS}}$`)
const KEY_START = new RegExp(`^(?:e|e2|e2b|${KEY_PREFIX}[0-9a-f]{0,${HEX_DIGITS - 1}})$`)

export const KEY_LENGTH = KEY_PREFIX.length + HEX_DIGITS
export const isKeyForm = (text: string): boolean => KEY_FORM.test(text)
/** Whether the text may be the beginning of a key. */
export const isKeyStart = (text: string): boolean => KEY_START.test(text)
/** The only form in which a key is kept. */
export const keyHash = (key: string): string => hash('sha256', key)

/** Knows which texts in the form of a key are keys of this server, valid or revoked. */
export interface KnownKeys {
  has(text: string): boolean
  add(hash: string): void
  /** A token that has ended need not be hidden. */
  forget(hash: string): void
}

/** Keys are known by their hashes: a program may print any text in the form of a key, and only our own keys are hidden. */
export function createKnownKeys(): KnownKeys {
  const hashes = new Set<string>()
  return {
    has: (text) => isKeyForm(text) && hashes.has(keyHash(text)),
    add: (known) => void hashes.add(known),
    forget: (known) => void hashes.delete(known),
  }
}
