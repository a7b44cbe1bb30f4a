import { docsPage } from './docs-page.ts'
import { openApiDocument } from './openapi.ts'
import { json, type Route, route } from './route.ts'

/** The API described twice from the same routes: for programs, and for people. */
export function docsRoutes(others: readonly Route[], version: string): Route[] {
  const document = () => openApiDocument([...others, ...own], version)
  const own: Route[] = [
    route(
      {
        method: 'GET',
        path: '/openapi.json',
        summary: 'This API as an OpenAPI 3.1 document',
        access: 'user',
        answers: [{ status: 200, description: 'The document', content: { 'application/json': null } }],
      },
      async () => json(document()),
    ),
    route(
      {
        method: 'GET',
        path: '/docs',
        summary: 'This API as a page to read; a browser asks for the key as password',
        access: 'user',
        answers: [{ status: 200, description: 'The page', content: { 'text/html': null } }],
      },
      async () =>
        new Response(docsPage(document()), {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'content-security-policy':
              "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
          },
        }),
    ),
  ]
  return own
}
