import type { Access } from '../../contract/key-scope.ts'
import type { Description, NamedParts, PartRoute } from '../../contract/part-route.ts'
import type { RowSpec } from '../../contract/row.ts'
import { jsonBody } from './json-body.ts'
import { type Row, row } from './row.ts'
import { textStream } from './text-stream.ts'

export { answers } from '../../contract/part-route.ts'

export type Route = Row & Description

/** A row of our own API: it serves the request, the OpenAPI document and the tests over all routes. */
export function route<Path extends string, Query, Body>(
  spec: RowSpec<Path, Query, Body> & Description & NamedParts<NoInfer<Path>>,
  handle: Row<Path, Query, Body>['handle'],
): Route {
  return { ...spec, ...row(spec, handle), access: accessOf(spec) }
}

/** GET changes nothing in our own API: a key that may only read opens it. */
const accessOf = ({ access, method }: Pick<RowSpec, 'access' | 'method'>): Access =>
  access ?? (method === 'GET' ? 'read' : 'user')

export function json(value: unknown, status = 200): Response {
  const body = jsonBody(value)
  const headers = { 'content-type': 'application/json' }
  return new Response(typeof body === 'string' ? body : textStream(body), { status, headers })
}

export const noContent = (): Response => new Response(null, { status: 204 })

/** Turns a row of a part of the engine into a route; without a value it answers 204. */
export const routeOf = ({ answer, ...spec }: PartRoute): Route => ({
  ...spec,
  access: accessOf(spec),
  async handle(call) {
    const value = await answer(call)
    return value === undefined ? noContent() : json(value)
  },
})
