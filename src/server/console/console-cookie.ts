export const COOKIE = 'anneal_console'

/** The console names itself in this header: no form can send it, and no page of another origin without our word. */
export const CONSOLE_HEADER = 'x-anneal-console'

type Head = Pick<Request, 'method' | 'headers' | 'url'>

/**
 * The secret in the cookie of a browser that is signed in, where the request came from the console itself. Cookies know no ports:
 * a page of another server on the same host has the browser send ours, so the cookie alone proves nothing.
 */
export function signInOf(request: Head): string | undefined {
  return isOfConsole(request) ? cookieOf(request) : undefined
}

export function cookieOf({ headers }: Pick<Head, 'headers'>): string | undefined {
  const found = (headers.get('cookie') ?? '').split(/;\s*/).find((each) => each.startsWith(`${COOKIE}=`))
  return found?.slice(COOKIE.length + 1)
}

/** Whether our own page sent it. A reading without the header is a link, a picture or an address that a person typed. */
function isOfConsole({ method, headers, url }: Head): boolean {
  const origin = headers.get('origin')
  const host = headers.get('host') ?? new URL(url).host
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) return false
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  if (headers.get(CONSOLE_HEADER) === '1') return true
  return site !== null && (method === 'GET' || method === 'HEAD')
}

export function cookieText(secret: string, { maxAgeS, isSecure }: { maxAgeS: number; isSecure: boolean }): string {
  const parts = [`${COOKIE}=${secret}`, 'Path=/', `Max-Age=${maxAgeS}`, 'HttpOnly', 'SameSite=Strict']
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ')
}
