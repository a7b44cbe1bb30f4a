/** How much a literal looks like a secret in use. */
export type Strength = 'none' | 'weak' | 'strong'

const LEAST_LENGTH = 6
const LEAST_TOKEN_LENGTH = 16
/** Bits of information for each character of a secret; words have fewer. */
const LEAST_ENTROPY = 3
const LEAST_KEY_ENTROPY = 4

/** A password that a person chose: letters with digits or signs among them. */
export function passwordStrength(value: string): Strength {
  if (/\s/.test(value) || isAddress(value)) return 'none'
  const hasLetters = /[A-Za-z]/.test(value)
  const hasOthers = /\d|[!@#$%^&*+=?~]/.test(value)
  if (value.length >= LEAST_LENGTH && hasLetters && hasOthers) return 'strong'
  return value.length >= 4 && !isName(value) ? 'weak' : 'none'
}

/** A token that a machine made: long, and without a pattern. */
export function tokenStrength(value: string): Strength {
  if (/\s/.test(value) || isAddress(value) || value.length < LEAST_LENGTH) return 'none'
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return isName(value) ? 'none' : 'weak'
  return value.length >= LEAST_TOKEN_LENGTH && entropyOf(value) >= LEAST_ENTROPY ? 'strong' : 'weak'
}

/** Keys of dictionaries have such names too: only a key that a machine made, long and random, counts. */
export function keyStrength(value: string): Strength {
  const isMade = /^[A-Za-z0-9+/_=-]{32,}$/.test(value) && /\d/.test(value) && /[A-Z]/.test(value) && /[a-z]/.test(value)
  return isMade && !/abcdef|ABCDEF|012345|123456/.test(value) && entropyOf(value) >= LEAST_KEY_ENTROPY
    ? 'strong'
    : 'none'
}

/** A key that signs or encrypts: even plain words are bad in the code. */
export function signingStrength(value: string): Strength {
  if (isAddress(value) || value.length < LEAST_LENGTH || /^[a-z]+(?:\.[a-z]+)+$/.test(value)) return 'none'
  return value.length >= 8 ? 'strong' : 'weak'
}

const isAddress = (value: string): boolean => /^(?:[a-z+]{2,20}:\/\/|[./~]|[A-Z]:\\)/.test(value)

/** A word, or words joined as in names: the name of a secret rather than the secret. */
const isName = (value: string): boolean =>
  /^[a-z]+(?:[-_.:/][a-z]+)+$|^[A-Z]+(?:_[A-Z]+)+$|^[a-z]+(?:[A-Z][a-z]+)+$/.test(value)

function entropyOf(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
