import { setImmediate as otherTurns } from 'node:timers/promises'
import { type Route, route } from '../http/route.ts'
import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'

/** The API described twice from the same routes: for programs, and for people. */
export function docsRoutes(others: readonly Route[], version: string): Route[] {
  const own: Route[] = [
    route(
      {
        method: 'GET',
        path: '/openapi.json',
        summary: 'This API as an OpenAPI 3.1 document',
        answers: [{ status: 200, description: 'The document', content: { 'application/json': null } }],
      },
      async () => new Response((await made()).document, { headers: { 'content-type': 'application/json' } }),
    ),
    route(
      {
        method: 'GET',
        path: '/docs',
        summary: 'This API as a page to read; a browser asks for the key as password',
        answers: [{ status: 200, description: 'The page', content: { 'text/html': null } }],
      },
      async () =>
        new Response((await made()).page, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy':
              "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
          },
        }),
    ),
  ]
  let making: ReturnType<typeof makeTexts> | undefined
  // Routes do not change while the server runs, and describing them takes long.
  const made = () => {
    making ??= makeTexts([...others, ...own], version)
    return making
  }
  return own
}

async function makeTexts(routes: readonly Route[], version: string): Promise<{ document: string; page: string }> {
  await otherTurns()
  const document = openApiDocument(routes, version)
  await otherTurns()
  return { document: JSON.stringify(document), page: docsPage(document) }
}
