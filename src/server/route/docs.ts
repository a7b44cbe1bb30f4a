import { readFile } from 'node:fs/promises'
import { setImmediate as otherTurns } from 'node:timers/promises'
import { type Route, route } from '../http/route.ts'
import { DOCS_PAGE, DOCS_POLICY } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

const SCRIPT = new URL('./reference/scalar.js.gz', import.meta.url)

/** The API described from its own routes: as a document for programs, and as the page that a script draws from it. */
export function docsRoutes(others: readonly Route[], version: string): Route[] {
  const own: Route[] = [
    route(
      {
        method: 'GET',
        path: '/openapi.json',
        tag: 'Server',
        operation: 'getOpenApi',
        summary: 'This API as an OpenAPI 3.1 document',
        answers: [{ status: 200, description: 'The document', content: { 'application/json': null } }],
      },
      async () => new Response(await made(), { headers: { 'content-type': 'application/json' } }),
    ),
    route(
      {
        method: 'GET',
        path: '/docs',
        tag: 'Server',
        operation: 'getDocs',
        summary: 'This API as a page to read and to try; a browser asks for the key as password',
        answers: [{ status: 200, description: 'The page', content: { 'text/html': null } }],
      },
      async () =>
        new Response(DOCS_PAGE, {
          headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': DOCS_POLICY },
        }),
    ),
    route(
      {
        method: 'GET',
        path: '/docs/reference.js',
        tag: 'Server',
        operation: 'getDocsScript',
        summary: 'The script of the page, always in gzip',
        answers: [{ status: 200, description: 'The script', content: { 'text/javascript': null } }],
      },
      async () =>
        new Response(new Uint8Array(await readFile(SCRIPT)), {
          headers: {
            'content-type': 'text/javascript; charset=utf-8',
            'content-encoding': 'gzip',
            'cache-control': 'private, max-age=3600',
          },
        }),
    ),
  ]
  let making: Promise<string> | undefined
  // Routes do not change while the server runs, and describing them takes long.
  const made = () => {
    making ??= makeText([...others, ...own], version)
    return making
  }
  return own
}

async function makeText(routes: readonly Route[], version: string): Promise<string> {
  await otherTurns()
  return JSON.stringify(openApiDocument(routes, version))
}
