import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Lets pages of any origin read an answer, as E2B's own servers do: the bearer of a link or token may use it from a
 * browser. This opens nothing, since no cookie, or anything else that a browser adds by itself, gives access. The
 * header is the same for every origin, so that caches need not distinguish them.
 */
export function openToPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', '*')
}

/**
 * A browser asks this way whether a page may send a request; it shows neither tokens nor the headers of the request
 * itself.
 */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    // The one header that a star does not include; clients name the user of a sandbox in it.
    'access-control-allow-headers': '*, authorization',
    'access-control-max-age': '7200',
  })
  response.end()
}
