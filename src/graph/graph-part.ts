import { LOCAL_USER } from '../access/keys.ts'
import { EngineError } from '../contract/errors.ts'
import { type GraphQuery, graphQuery, replayRequest } from '../contract/graph.ts'
import { parsed } from '../contract/parsed.ts'
import type { Part } from '../contract/part.ts'
import type { Store } from '../store/store.ts'
import { drawings } from './drawings.ts'
import type { GraphApi } from './graph-api.ts'
import { graphRoutes } from './graph-routes.ts'
import { readGraph } from './read-graph.ts'
import { createReplay } from './replay/create-replay.ts'
import type { ReplayNeeds } from './replay/replay-needs.ts'
import { walk } from './walk.ts'

export interface GraphNeeds extends ReplayNeeds {
  store: { events: Pick<Store['events'], 'readUser'> }
}

const NEVER = new AbortController().signal

export function graphPart(needs: GraphNeeds): Part<GraphApi> {
  const replay = createReplay(needs)
  const partOf = async (query: GraphQuery, userId: string) => {
    const wanted = parsed(graphQuery, query, 'query')
    const found = await walk(await readGraph(needs.store.events, userId), wanted)
    if (!found) throw new EngineError('SUBJECT_NOT_FOUND', { subject: wanted.subject ?? '' })
    return found
  }
  const api: GraphApi = {
    of: (query = {}, { userId = LOCAL_USER } = {}) => partOf(query, userId),
    draw: async (query, { userId = LOCAL_USER } = {}) => drawings[query.format].draw(await partOf(query, userId)),
    replay: async (request, { userId = LOCAL_USER, signal = NEVER } = {}) =>
      replay(parsed(replayRequest, request, 'body'), { userId, signal }),
  }
  return { api, routes: graphRoutes(api) }
}
