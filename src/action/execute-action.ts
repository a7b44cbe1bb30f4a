import { LOCAL_USER } from '../access/keys.ts'
import { type ActionReach, type ActionRequest, type ActionResult, actionRequest } from '../contract/action.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import { parsed } from '../contract/parsed.ts'
import type { SessionInfo } from '../contract/session.ts'
import type { Store } from '../store/store.ts'
import type { ActionEnd, ActionPlace, AnyAction } from './action.ts'
import type { ActionsApi } from './actions-api.ts'
import type { Registry } from './registry.ts'

export interface ExecuteNeeds extends Ground {
  registry: Registry
  store: Pick<Store, 'actions'>
  engineId: string
  sessions: { get(id: string, userId: string): Promise<SessionInfo> }
  causedBy<T>(cause: string, work: () => T): T
  onBug(error: unknown): EngineError
}

/** An action that may begin: its type is known and its input fits. */
interface Prepared {
  action: AnyAction
  input: unknown
  sessionId?: string
}

/** One interface for all actions: judges the request, stores the start, does the work, stores the end. */
export function createExecuteAction(needs: ExecuteNeeds): Pick<ActionsApi, 'executeAction' | 'problemsOf' | 'reachOf'> {
  const { registry, store, clock } = needs

  async function reachOf({ action, input, sessionId }: Prepared, userId: string): Promise<ActionReach> {
    const session = sessionId === undefined ? undefined : await needs.sessions.get(sessionId, userId)
    return action.reachOf(input, placeOf(session))
  }

  /** The end in this process; another engine may have ended it already, when this one had lost its lease. */
  async function finish(id: string, { outcome, output, error, runId }: ActionEnd<unknown>): Promise<void> {
    const told = { ...(output !== undefined && { output }), ...(error && { error }), ...(runId && { runId }) }
    await store.actions.end({ id, outcome, ...told, at: clock() })
  }

  return {
    problemsOf: (request) => problemsIn(() => prepare(registry, request)),
    reachOf: async (request, userId = LOCAL_USER) => reachOf(prepare(registry, request), userId),
    async executeAction(request, caller = {}): Promise<ActionResult> {
      const { userId = LOCAL_USER, signal = NEVER, cause = null } = caller
      const ready = prepare(registry, request)
      const { action, input, sessionId } = ready
      const reach = await reachOf(ready, userId)
      const id = caller.actionId ?? needs.newId('act')
      const known = { id, type: action.type, sessionId: sessionId ?? null, startedAt: clock() }
      const { engineId } = needs
      const start = await store.actions.begin({ ...known, userId, reach, engineId, cause, input })
      const context = {
        ...{ actionId: id, userId, signal, cause: start, idempotencyKey: caller.idempotencyKey ?? id },
        ...(sessionId !== undefined && { sessionId }),
      }
      const end = await needs
        .causedBy(start, async () => action.execute(input, context))
        .catch((error) => endOf(error, { signal, onBug: needs.onBug }))
      await finish(id, end)
      const { runId: _, ...told } = end
      return { ...known, ...told, durationMs: Math.max(0, clock() - known.startedAt) }
    },
  }
}

const NEVER = new AbortController().signal

/** Throws for a request that cannot be an action: nothing was done or stored then. */
function prepare(registry: Registry, request: ActionRequest): Prepared {
  const { type, input: given, session } = parsed(actionRequest, request, 'body')
  const action = registry.find(type)
  const input = parsed(action.input, given, 'body.input')
  const place = session === undefined ? {} : { sessionId: session }
  const problems = action.problemsOf?.(input, place) ?? []
  if (problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })
  return { action, input, ...place }
}

function problemsIn(work: () => unknown): string[] {
  try {
    work()
    return []
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return error.code === 'INVALID_REQUEST'
      ? (error as EngineError<'INVALID_REQUEST'>).details.problems
      : [`${error.message} ${error.hint}`]
  }
}

const placeOf = (session: SessionInfo | undefined): ActionPlace => ({
  ...(session && { sessionId: session.id }),
  reachesOut:
    session !== undefined && (session.network.allow.length > 0 || session.volumes.some((each) => !each.readOnly)),
})

/** These say that nothing was done. */
const REFUSALS = [400, 403, 422, 501]

function endOf(
  thrown: unknown,
  { signal, onBug }: { signal: AbortSignal; onBug(error: unknown): EngineError },
): ActionEnd<unknown> {
  if (signal.aborted) return { outcome: 'cancelled' }
  const error = thrown instanceof EngineError ? thrown : onBug(thrown)
  return { outcome: REFUSALS.includes(error.status) ? 'refused' : 'failed', error: error.toInfo() }
}
