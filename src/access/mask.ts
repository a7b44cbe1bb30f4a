const KEY = /e2b_[0-9a-f]{40}/g
const SHOWN = '•••'
/** Shorter ones would match ordinary words. */
const SHORTEST_SECRET = 8

/** Hides API keys and the configured secrets in a piece of JSON before it is stored, logged or sent. */
export function createMask(secrets: string[]): (json: string) => string {
  const inJson = secrets
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .map((secret) => JSON.stringify(secret).slice(1, -1))
  return (json) => {
    const masked = json.includes('e2b_') ? json.replace(KEY, `e2b_${SHOWN}`) : json
    return inJson.reduce((text, secret) => text.replaceAll(secret, SHOWN), masked)
  }
}
