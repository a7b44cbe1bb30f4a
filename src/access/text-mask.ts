import type { KnownKeys } from './known-keys.ts'
import { createSecretFinder } from './secret-finder.ts'

/** Hides secrets in text that comes in pieces: a secret that is cut by the end of a piece waits for its rest. */
export interface TextMask {
  /** Takes the next piece, and gives the text that may be shown now. */
  write(text: string): string
  /** The held text, which may be the beginning of a secret; never longer than the longest secret. */
  held(): string
  /** Stops waiting for the rest, and gives the held text. */
  release(): string
}

/** Shows the same text however it is cut. */
export function createTextMask(secrets: readonly string[], keys: Pick<KnownKeys, 'has'>): TextMask {
  const finder = createSecretFinder(secrets, keys)
  let held = ''
  const show = (text: string, openFrom: (from: number) => number): string => {
    let shown = ''
    let at = 0
    let open = openFrom(at)
    for (const { start, end, shown: instead } of finder.find(text)) {
      // A secret that begins earlier may cover this one, and a secret that begins here may be longer.
      if (start >= open) break
      shown += text.slice(at, start) + instead
      at = end
      if (open < at) open = openFrom(at)
    }
    held = text.slice(open)
    return shown + text.slice(at, open)
  }
  return {
    write: (text) => {
      const joined = held + text
      return show(joined, (from) => finder.openFrom(joined, from))
    },
    held: () => held,
    release: () => show(held, () => Number.POSITIVE_INFINITY),
  }
}
