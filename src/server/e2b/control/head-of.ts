import type { IncomingMessage } from 'node:http'

/** The head of a request, in the words of the web platform. */
export interface Head {
  method: string
  url: string
  /** As it was sent: not decoded, nothing taken out. */
  path: string
  query: URLSearchParams
  headers: Headers
}

export function headOf(request: IncomingMessage): Head {
  const { method = 'GET', url = '/' } = request
  const [path = '', search = ''] = cutAt(url, '?')
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    // HTTP/2 tells the host, the method and the path in headers that begin with a colon.
    if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value))
  }
  const host = request.headers[':authority']
  if (host !== undefined) headers.set('host', String(host))
  return { method, url: 'http://localhost/', path, query: new URLSearchParams(search), headers }
}

function cutAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
