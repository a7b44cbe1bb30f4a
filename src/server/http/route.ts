import type { z } from 'zod'
import type { Caller } from '../../engine.ts'
import { jsonBody } from './json-body.ts'
import { textStream } from './text-stream.ts'

export interface Answer {
  status: number
  description: string
  /** By media type; a schema for JSON, null for anything else. */
  content?: Record<string, z.ZodType | null>
}

export interface RouteSpec<Query = unknown, Body = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{name}` stands for one part of the path. */
  path: string
  summary: string
  /** `open`: anyone. `user`: any key. `admin`: a key that may manage the server. */
  access: 'open' | 'user' | 'admin'
  /** Answered however many requests are under way: it tells how the server is. */
  isAlwaysServed?: true
  params?: z.ZodType<Record<string, string>>
  query?: z.ZodType<Query>
  body?: z.ZodType<Body>
  /** What the bytes of the body are, where it is no JSON: the handler reads them as they come. */
  upload?: string
  answers: Answer[]
}

export interface RouteInput<Query, Body> {
  params: Record<string, string>
  query: Query
  body: Body
  /** For `open` routes there may be none. */
  caller: Caller
  request: Request
}

export interface Route<Query = unknown, Body = unknown> extends RouteSpec<Query, Body> {
  handle(input: RouteInput<Query, Body>): Promise<Response>
}

/** A route as data with its handler: the same row serves the request, the document and the tests over all routes. */
export function route<Query, Body>(
  spec: RouteSpec<Query, Body>,
  handle: (input: RouteInput<Query, Body>) => Promise<Response>,
): Route {
  return { ...spec, handle } as unknown as Route
}

export function json(value: unknown, status = 200): Response {
  const body = jsonBody(value)
  const headers = { 'content-type': 'application/json' }
  return new Response(typeof body === 'string' ? body : textStream(body), { status, headers })
}

export const answers = (schema: z.ZodType, description: string): Answer[] => [
  { status: 200, description, content: { 'application/json': schema } },
]
