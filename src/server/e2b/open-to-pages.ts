import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Lets pages of any origin read an answer, as E2B's own servers do: whoever has a link or a token may use it from a browser. Nothing
 * is opened by that, since no cookie and nothing else that a browser adds by itself lets anybody in. The same for every origin, so
 * that no cache has to tell them apart.
 */
export function openToPages(response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', '*')
}

/** A browser asks so whether a page may send what it wants to send; it shows neither tokens nor the headers of the request itself. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers
}

export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    // The one header that a star does not mean; clients name the user of a sandbox in it.
    'access-control-allow-headers': '*, authorization',
    'access-control-max-age': '7200',
  })
  response.end()
}
