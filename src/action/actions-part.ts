import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import type { Part } from '../contract/part.ts'
import type { ActionRow } from '../store/action/action-rows.ts'
import { actionRoutes } from './action-routes.ts'
import type { ActionsApi } from './actions-api.ts'
import { type BuiltInNeeds, builtInActions } from './built-in/built-in-actions.ts'
import { endAbandonedActions } from './end-abandoned-actions.ts'
import { createExecuteAction, type ExecuteNeeds } from './execute-action.ts'
import { createRegistry } from './registry.ts'
import { createTools, type ToolNeeds } from './tool/create-tools.ts'

export interface ActionNeeds
  extends Omit<ExecuteNeeds, 'registry' | 'sessions'>,
    Omit<BuiltInNeeds, 'tools' | 'sessions'>,
    ToolNeeds {
  config: Pick<Config, 'toolTimeoutMs' | 'toolOutputBytes' | 'retentionDays' | 'shutdownGraceMs'>
  sessions: ExecuteNeeds['sessions'] & BuiltInNeeds['sessions']
}

const DAY_MS = 86_400_000

/** Opens actions; closing lets those that go on end for `shutdownGraceMs`, and cancels the rest. */
export async function actionsPart(needs: ActionNeeds): Promise<Part<ActionsApi>> {
  const { config, store, clock, onTrouble } = needs
  const tools = createTools(needs)
  const registry = createRegistry(builtInActions({ ...needs, tools }))
  const { executeAction, ...judging } = createExecuteAction({ ...needs, registry })
  const live = createLive()
  const { retentionDays } = config
  if (retentionDays > 0) store.actions.removeBefore(clock() - retentionDays * DAY_MS).catch(onTrouble)

  const owned = (row: ActionRow | undefined, id: string, userId: string): ActionRow => {
    if (row?.userId !== userId) throw new EngineError('ACTION_NOT_FOUND', { actionId: id })
    return row
  }
  const { call: _, reachOf: __, problemsOf: ___, close: closeTools, ...toolsApi } = tools
  const api: ActionsApi = {
    ...judging,
    ...toolsApi,
    executeAction: (request, caller = {}) =>
      live.during(caller.signal, (signal) => executeAction(request, { ...caller, signal })),
    types: registry.types,
    register: registry.add,
    get: async (id, userId) => recordOf(owned(await store.actions.get(id), id, userId)),
    list: async (query) => (await store.actions.list(query)).map(recordOf),
  }
  const beat = () => endAbandonedActions(store.actions, clock(), onTrouble)
  await beat()
  return {
    api,
    routes: actionRoutes(api),
    beat,
    async close() {
      await live.stop(config.shutdownGraceMs)
      await closeTools()
    },
  }
}

const recordOf = ({ userId: _, engineId: __, ...record }: ActionRow) => record

/** The actions of this engine that go on. */
function createLive() {
  const all = new Set<Promise<unknown>>()
  const ending = new AbortController()
  let isStopping = false
  return {
    during<T>(given: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      if (isStopping) return Promise.reject(new EngineError('SERVER_STOPPING', {}))
      const done = work(given ? AbortSignal.any([given, ending.signal]) : ending.signal)
      const settled = done.then(
        () => {},
        () => {},
      )
      all.add(settled)
      void settled.then(() => all.delete(settled))
      return done
    },
    async stop(graceMs: number): Promise<void> {
      isStopping = true
      const grace = setTimeout(() => ending.abort(new EngineError('ACTION_INTERRUPTED', {})), graceMs)
      await Promise.all(all)
      clearTimeout(grace)
    },
  }
}
