import type { ErrorBody } from '../../contract/errors.ts'
import type { Door } from '../http/create-door.ts'
import type { createConsoleFiles } from './console-files.ts'
import { consolePage } from './console-page.ts'

/** The page of the API asks for a key in the browser's own dialog. */
const ASKS_BY_DIALOG = ['/docs', '/openapi.json']

/** Gives people who open an address in a browser the console's page in place of a refusal in JSON; programs keep the JSON. */
export function withPagesForPeople(door: Door, files: ReturnType<typeof createConsoleFiles>): Door {
  return {
    ...door,
    async fetch(request, from) {
      const response = await door.fetch(request, from)
      const isJson = response.headers.get('content-type')?.startsWith('application/json')
      if (response.status < 400 || !isJson || !isOfPerson(request) || !(await files('index.html'))) return response
      const path = new URL(request.url).pathname
      const { error } = (await response.clone().json()) as Partial<ErrorBody>
      // A failure in the shape of another protocol is for its programs.
      if (typeof error?.hint !== 'string') return response
      const { code, message, hint } = error
      const page = await consolePage(request, files, { status: response.status, path, code, message, hint })
      for (const name of KEPT) {
        const value = response.headers.get(name)
        if (value !== null) page.headers.set(name, value)
      }
      if (!ASKS_BY_DIALOG.includes(path)) page.headers.delete('www-authenticate')
      page.headers.append('vary', 'accept')
      return page
    },
  }
}

const KEPT = [
  ...['allow', 'cache-control', 'referrer-policy', 'retry-after', 'vary', 'www-authenticate', 'x-content-type-options'],
  'x-request-id',
]

/**
 * Whether a person opened the address. Browsers say what the answer is for, but only to hosts that they trust; the others are known by
 * their wish for a page before all else. Java's programs wish for one too, with a sign that browsers do not send.
 */
function isOfPerson(request: Request): boolean {
  const { method, headers } = request
  if (method !== 'GET' || headers.has('x-api-key') || headers.get('authorization')?.startsWith('Bearer')) return false
  const accept = headers.get('accept') ?? ''
  return (
    /^text\/html\b/.test(accept) &&
    !/(?:^|,)\s*\*\s*;/.test(accept) &&
    ['document', null].includes(headers.get('sec-fetch-dest'))
  )
}
