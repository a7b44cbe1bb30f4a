import type { z } from 'zod'
import { jsonBody } from './json-body.ts'
import type { PathParams } from './path-params.ts'
import { type Row, type RowSpec, row } from './row.ts'
import { textStream } from './text-stream.ts'

export interface Answer {
  status: number
  description: string
  /** By media type; a schema for JSON, null for anything else. */
  content?: Record<string, z.ZodType | null>
}

/** The words for people beside a row. */
interface Description {
  summary: string
  /** The bytes of the body, where it is no JSON: the handler reads them as they come. */
  upload?: string
  answers: Answer[]
}

export type Route = Row & Description

/** The document tells every part of a path with its form. */
type NamedParts<Path extends string> = keyof PathParams<Path> extends never
  ? unknown
  : Required<Pick<RowSpec<Path>, 'params'>>

/** A row of our own API: the same one serves the request, the document and the tests over all routes. */
export function route<Path extends string, Query, Body>(
  spec: RowSpec<Path, Query, Body> & Description & NamedParts<NoInfer<Path>>,
  handle: Row<Path, Query, Body>['handle'],
): Route {
  return { ...spec, ...row(spec, handle) }
}

export function json(value: unknown, status = 200): Response {
  const body = jsonBody(value)
  const headers = { 'content-type': 'application/json' }
  return new Response(typeof body === 'string' ? body : textStream(body), { status, headers })
}

export const noContent = (): Response => new Response(null, { status: 204 })

export const answers = (schema: z.ZodType, description: string): Answer[] => [
  { status: 200, description, content: { 'application/json': schema } },
]
