import type { z } from 'zod'
import type { Caller } from '../../engine.ts'
import type { PathParams } from './path-params.ts'

/** One call of an API as data: its name, its callers, its input. */
export interface RowSpec<Path extends string = string, Query = unknown, Body = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{name}` stands for one part of the path. */
  path: Path
  /** `user`, any key, unless it is told. `admin`: a key that may manage the server. `open`: anyone, or the handler asks for another proof. */
  access?: 'open' | 'user' | 'admin'
  /** Answered however many requests are under way: it tells how the server is. */
  isAlwaysServed?: true
  params?: z.ZodType<PathParams<NoInfer<Path>>>
  query?: z.ZodType<Query>
  /** JSON; a body without a schema is left to the handler. */
  body?: z.ZodType<Body>
}

export interface RowCall<Path extends string = string, Query = unknown, Body = unknown> {
  params: PathParams<Path>
  query: Query
  body: Body
  /** Nobody for `open` rows. */
  caller: Caller
  request: Request
}

export interface Row<Path extends string = string, Query = unknown, Body = unknown> extends RowSpec<Path, Query, Body> {
  handle(call: RowCall<Path, Query, Body>): Promise<Response>
}

/** Joins a call and its handler, whose input has the types that the path and the schemas say. */
export function row<Path extends string, Query, Body>(
  spec: RowSpec<Path, Query, Body>,
  handle: Row<Path, Query, Body>['handle'],
): Row {
  return { ...spec, handle } as unknown as Row
}
