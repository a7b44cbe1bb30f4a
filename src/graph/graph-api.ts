import type { ContextGraph, GraphFormat, GraphQuery, ReplayRequest, ReplayResult } from '../contract/graph.ts'

export interface GraphCaller {
  /** The person at this host, unless a user is given. */
  userId?: string
}

/** The context graph of a user: who did what, caused by what, with which result. Another user's thing is SUBJECT_NOT_FOUND. */
export interface GraphApi {
  /** Made from the journal at each call. */
  of(query?: Omit<GraphQuery, 'format'>, caller?: GraphCaller): Promise<ContextGraph>
  /** The same as text for other programs. */
  draw(query: GraphQuery & { format: Exclude<GraphFormat, 'json'> }, caller?: GraphCaller): Promise<string>
  /** Does the same causes again, from the same state, in a session of its own, and compares. Throws NOT_REPLAYABLE. */
  replay(request: ReplayRequest, caller?: GraphCaller & { signal?: AbortSignal }): Promise<ReplayResult>
}
