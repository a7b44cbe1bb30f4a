import { type ActionRequest, actionList, actionRecord, actionResult, actionTypes } from '../contract/action.ts'
import { actionId } from '../contract/id.ts'
import { toolInfoList } from '../contract/tool.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** An action may be a long run, or wait for a person. */
const WORK_MS = 3_600_000

/** Actions of every type through one call. */
export function actionCalls(transport: Transport) {
  const path = '/v1/actions'
  return {
    /** Never repeated automatically. A failure of the action is its answer; only a request that cannot be one is thrown. */
    execute: (request: ActionRequest, call?: CallOptions) =>
      transport.json(actionResult, { method: 'POST', path, body: request, once: true, workMs: WORK_MS, ...call }),
    /** Newest first; `before` is the last id of the previous page. */
    list: (query?: { session?: string; limit?: number; before?: string }, call?: CallOptions) =>
      transport.json(actionList, { method: 'GET', path, query: { ...query }, ...call }),
    get: async (id: string, call?: CallOptions) => {
      if (!actionId.safeParse(id).success) throw localError('ACTION_NOT_FOUND', { actionId: id })
      return transport.json(actionRecord, { method: 'GET', path: `${path}/${id}`, ...call })
    },
    types: (call?: CallOptions) => transport.json(actionTypes, { method: 'GET', path: `${path}/types`, ...call }),
    tools: (call?: CallOptions) => transport.json(toolInfoList, { method: 'GET', path: `${path}/tools`, ...call }),
  }
}
