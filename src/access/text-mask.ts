import { KEY_PATTERN, SHORTEST_SECRET, SHOWN } from './mask.ts'

/** Hides secrets in text that comes in pieces: one that is cut by the end of a piece waits for its rest. */
export interface TextMask {
  /** What may be shown now. */
  write(text: string): string
  /** What may be the beginning of a secret; never longer than the longest of them. */
  held(): string
  /** Gives up waiting for the rest, and what was held with it. */
  release(): string
}

const KEY_START = /(?:e|e2|e2b|e2b_[0-9a-f]{0,39})$/

export function createTextMask(secrets: string[]): TextMask {
  const hidden = secrets.filter((secret) => secret.length >= SHORTEST_SECRET)
  const whole = new RegExp([KEY_PATTERN, ...hidden.map((secret) => escaped(secret))].join('|'), 'g')
  let held = ''
  return {
    write(text) {
      const joined = held + text
      let shownUpTo = 0
      let shown = ''
      for (const { 0: secret, index } of joined.matchAll(whole)) {
        shown += joined.slice(shownUpTo, index) + maskOf(secret)
        shownUpTo = index + secret.length
      }
      const rest = joined.slice(shownUpTo)
      const heldLength = Math.max(keyStartLength(rest), ...hidden.map((secret) => startLength(rest, secret)))
      held = rest.slice(rest.length - heldLength)
      return shown + rest.slice(0, rest.length - heldLength)
    },
    held: () => held,
    release() {
      const released = held
      held = ''
      return released
    },
  }
}

/** As it stands, whatever the letters mean in a pattern. */
const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const maskOf = (secret: string): string => (new RegExp(`^${KEY_PATTERN}$`).test(secret) ? `e2b_${SHOWN}` : SHOWN)

const KEY_LENGTH = 44
const keyStartLength = (text: string): number => KEY_START.exec(text.slice(-KEY_LENGTH))?.[0].length ?? 0

/** How much of the secret's beginning stands at the end of the text. */
function startLength(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(secret.slice(0, length))) return length
  }
  return 0
}
