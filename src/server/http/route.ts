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
  return { ...spec, ...row(spec, handle), ...usualOf(spec) }
}

/**
 * GET changes nothing in our own API: a key that may only read opens it. POST is the one method that takes effect once
 * more when it is sent once more; an upload is not read twice to compare it.
 */
const usualOf = ({
  access,
  method,
  keepsAnswer,
  upload,
}: RowSpec & Description): { access: Access; keepsAnswer: boolean } => ({
  access: access ?? (method === 'GET' ? 'read' : 'user'),
  keepsAnswer: keepsAnswer ?? (method === 'POST' && upload === undefined),
})

export function json(value: unknown, status = 200): Response {
  const body = jsonBody(value)
  const headers = { 'content-type': 'application/json' }
  return new Response(typeof body === 'string' ? body : textStream(body), { status, headers })
}

export const noContent = (): Response => new Response(null, { status: 204 })

/** Turns a row of a part of the engine into a route; without a value it answers 204. */
export const routeOf = ({ answer, ...spec }: PartRoute): Route => ({
  ...spec,
  ...usualOf(spec),
  async handle(call) {
    const value = await answer(call)
    if (value instanceof Response) return value
    return value === undefined ? noContent() : json(value, spec.answers[0]?.status)
  },
})
