import { contextGraph, type GraphFormat, type GraphQuery, type ReplayRequest, replayResult } from '../contract/graph.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

type Filter = Omit<GraphQuery, 'format'>

/** The context graph: who did what, caused by what, with which result. */
export function graphCalls(transport: Transport) {
  const path = '/v1/graph'
  return {
    get: (query: Filter = {}, call?: CallOptions) =>
      transport.json(contextGraph, { method: 'GET', path, query: queryOf(query), ...call }),
    /** The graph as text for other programs. */
    draw: (query: Filter & { format: Exclude<GraphFormat, 'json'> }, call?: CallOptions): Promise<string> =>
      transport.text({ method: 'GET', path, query: queryOf(query), headers: { accept: '*/*' }, ...call }),
    /** Takes as long as everything that is done again. */
    replay: (request: ReplayRequest, call?: CallOptions) =>
      transport.json(replayResult, {
        method: 'POST',
        path: `${path}/replay`,
        body: request,
        once: true,
        workMs: LONGEST_MS,
        ...call,
      }),
  }
}

const LONGEST_MS = 600_000

const queryOf = (query: GraphQuery): Record<string, string | number | undefined> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value as string | number | undefined]))
