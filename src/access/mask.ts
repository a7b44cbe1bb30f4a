import type { KnownKeys } from './known-keys.ts'
import { createSecretFinder, hideable } from './secret-finder.ts'

/** Hides keys of this server and the configured secrets in a piece of JSON before it is stored, logged or sent. */
export function createMask(secrets: readonly string[], keys: Pick<KnownKeys, 'has'>): (json: string) => string {
  const finder = createSecretFinder(secrets, keys)
  const inJson = hideable(secrets).map((secret) => JSON.stringify(secret).slice(1, -1))
  const hide = (text: string): string => {
    let shown = ''
    let at = 0
    for (const found of finder.find(text)) {
      shown += text.slice(at, found.start) + found.shown
      at = found.end
    }
    return shown + text.slice(at)
  }
  // Hides secrets only in strings: hiding digits inside a JSON number would break the JSON.
  const inText = (_: string, value: unknown): unknown => {
    if (typeof value === 'string') return hide(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    // A property name may equal a configured password by chance, but never a key.
    if (!Object.keys(value).some(finder.hasKey)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [finder.hasKey(name) ? hide(name) : name, each]),
    )
  }
  return (json) => {
    if (!finder.hasKey(json) && !inJson.some((secret) => json.includes(secret))) return json
    return JSON.stringify(JSON.parse(json, inText)) + (json.endsWith('\n') ? '\n' : '')
  }
}

/** The password inside a database's URL. */
export const passwordIn = (url: string): string => (url === '' ? '' : decodeURIComponent(new URL(url).password))
