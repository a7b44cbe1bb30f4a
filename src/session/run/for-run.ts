import type { Config } from '../../config/settings.ts'
import { EngineError } from '../../contract/errors.ts'
import type { RunRequest } from '../../contract/run.ts'
import type { RunSessions } from '../../pipeline/execution.ts'
import type { Grants } from '../../pipeline/grants.ts'
import type { Sessions } from '../create-sessions.ts'
import { type RunInSessionParts, runInSession } from './run-in-session.ts'

export interface ForRunParts extends Omit<RunInSessionParts, 'checkpointEvery' | 'checkpointRisky'> {
  config: Pick<Config, 'checkpointEvery' | 'checkpointRisky'>
  grants: Pick<Grants, 'grantLimits'>
  sessions: Sessions
}

/** Lends sessions to runs, each to one at a time until the run ends. */
export function createForRun({ sessions, grants, config, ...parts }: ForRunParts): RunSessions['forRun'] {
  const { checkpointEvery, checkpointRisky } = config
  return async (request, id, owner) => {
    const { settings } = await sessions.owned(id, owner.userId)
    refuseOptions(request)
    const limits = grants.grantLimits({ ...settings.limits, ...request.options?.limits })
    const { session, leave } = await sessions.take(id, owner.signal)
    const { renew, discardLoaded } = sessions.memory
    const taken = runInSession(
      { ...parts, checkpointEvery, checkpointRisky },
      { session, leave, renew, discard: () => discardLoaded(id, session) },
    )
    const network = settings.network ?? { allow: [] }
    return { session: taken, limits, request: { ...request, options: { ...request.options, network } } }
  }
}

/** Options that were fixed when the session was made cannot be set by one of its runs. */
function refuseOptions({ options = {} }: RunRequest): void {
  const { timeoutMs: _, outputBytes: __, ...fixed } = options.limits ?? {}
  const [limit] = Object.keys(fixed)
  if (limit !== undefined) throw new EngineError('SESSION_LIMITS', { option: `options.limits.${limit}` })
  if (options.network) throw new EngineError('SESSION_LIMITS', { option: 'options.network' })
  if (options.parallel) throw new EngineError('UNSUPPORTED', { what: 'options.parallel in a session' })
}
