import { contextGraph, graphQuery, replayRequest, replayResult } from '../contract/graph.ts'
import { answers, type PartRoute, partRoute } from '../contract/part-route.ts'
import { RUN_REFUSALS } from '../contract/run-refusals.ts'
import { drawings } from './drawings.ts'
import type { GraphApi } from './graph-api.ts'

export function graphRoutes(graph: GraphApi): PartRoute[] {
  const texts = Object.values(drawings).map(({ mediaType }) => [mediaType, null] as const)
  return [
    partRoute(
      {
        method: 'GET',
        path: '/v1/graph',
        tag: 'Graph',
        operation: 'getGraph',
        summary: 'Who did what, caused by what, with which result: around a thing, or between two times',
        query: graphQuery,
        example: { query: { walk: 'failure', format: 'mermaid' } },
        errors: ['SUBJECT_NOT_FOUND'],
        answers: [
          {
            status: 200,
            description: 'The nodes that were asked for, and the edges between them',
            content: { 'application/json': contextGraph, ...Object.fromEntries(texts) },
          },
        ],
      },
      async ({ query, caller: { userId } }) => {
        const { format } = query
        if (format === 'json') return graph.of(query, { userId })
        const text = await graph.draw({ ...query, format }, { userId })
        return new Response(text, { headers: { 'content-type': `${drawings[format].mediaType}; charset=utf-8` } })
      },
    ),
    partRoute(
      {
        method: 'POST',
        path: '/v1/graph/replay',
        tag: 'Graph',
        operation: 'replay',
        summary: 'Do the same causes again from the same checkpoint, in a session of its own, and compare',
        body: replayRequest,
        example: { body: { subject: 'run:run000000000000000000000' } },
        errors: ['NOT_REPLAYABLE', 'RUN_NOT_FOUND', 'ACTION_NOT_FOUND', ...RUN_REFUSALS],
        answers: answers(replayResult, 'Equal, or where it differs'),
      },
      ({ body, caller: { userId }, request }) => graph.replay(body, { userId, signal: request.signal }),
    ),
  ]
}
