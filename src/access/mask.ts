export const KEY_PATTERN = 'e2b_[0-9a-f]{40}'
const KEY = new RegExp(KEY_PATTERN, 'g')
export const SHOWN = '•••'
/** Shorter ones would match ordinary words. */
export const SHORTEST_SECRET = 8

/** Hides API keys and the configured secrets in a piece of JSON before it is stored, logged or sent. */
export function createMask(secrets: string[]): (json: string) => string {
  const hidden = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .map((secret) => ({ secret, inJson: JSON.stringify(secret).slice(1, -1) }))
  return (json) => {
    const masked = json.includes('e2b_') ? json.replace(KEY, `e2b_${SHOWN}`) : json
    return hidden.reduce((text, { secret, inJson }) => (text.includes(inJson) ? hide(text, secret) : text), masked)
  }
}

/** Only in values that are text: hiding a password of digits in a number would leave something that is no JSON. */
function hide(json: string, secret: string): string {
  const inText = (_: string, value: unknown) => (typeof value === 'string' ? value.replaceAll(secret, SHOWN) : value)
  return JSON.stringify(JSON.parse(json, inText)) + (json.endsWith('\n') ? '\n' : '')
}

/** Part of a database's address that nobody may see. */
export const passwordIn = (url: string): string => (url === '' ? '' : decodeURIComponent(new URL(url).password))
