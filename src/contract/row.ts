import type { z } from 'zod'
import type { Caller } from './caller.ts'
import type { Access } from './key-scope.ts'
import type { PathParams } from './path-params.ts'
import type { TokenRights } from './token.ts'

/** One call of an API as data: its name, its callers, its input. */
export interface RowSpec<Path extends string = string, Query = unknown, Body = unknown> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{name}` stands for one part of the path. */
  path: Path
  /**
   * The scope of a key that it needs; `open`: anyone, or the handler asks for another proof. `user` is the default, since
   * a row that says nothing may change something. Our own API declares GET as `read` (`server/http/route.ts`).
   */
  access?: Access
  /** Answered however many requests are under way, since it reports the state of the server. */
  isAlwaysServed?: true
  /** With an `Idempotency-Key` its answer is kept: a repetition of the request gets it, without a second effect. A POST with `false` refuses the key. */
  keepsAnswer?: boolean
  /** Opens the row to tokens; a row without it is closed to them. */
  forTokens?: TokenRow<Path, Query, Body>
  params?: z.ZodType<PathParams<NoInfer<Path>>>
  query?: z.ZodType<Query>
  /** JSON; a body without a schema is left to the handler. */
  body?: z.ZodType<Body>
}

export interface TokenRow<Path extends string = string, Query = unknown, Body = unknown> {
  rights: TokenRights
  /** The subject of a call: a token opens the calls about its own subject. Undefined is closed to every token. */
  subjectOf(
    call: Pick<RowCall<NoInfer<Path>, NoInfer<Query>, NoInfer<Body>>, 'params' | 'query' | 'body'>,
  ): string | undefined
  /** Whether the token may stand in the query, for addresses that a page opens without headers: streams of events and links. */
  byLink?: true
}

export interface RowCall<Path extends string = string, Query = unknown, Body = unknown> {
  params: PathParams<Path>
  query: Query
  body: Body
  /** Nobody on `open` rows. */
  caller: Caller
  request: Request
}
