import type { ActionOutcome, ActionReach } from '../../contract/action.ts'
import type { StreamDraft } from '../../contract/event.ts'
import type { ErrorInfo } from '../../contract/run.ts'
import { shorten } from '../../contract/shorten.ts'

interface Of {
  id: string
  userId: string
  sessionId: string | null
  type: string
  cause: string | null
}

/** Events are read by everybody who follows a stream: they show less than the row keeps. */
const MOST_TOLD = 4096

/** Events of an action: in the stream of its session, or in one of its own. */
export const actionDrafts = {
  start: ({ input, reach, startedAt, ...of }: Of & { input: unknown; reach: ActionReach; startedAt: number }) =>
    ({
      type: 'action.start',
      ...ofAction(of),
      // Without a cause of its own it has that of the work around it.
      ...(of.cause !== null && { cause: of.cause }),
      at: startedAt,
      reach,
      input: shorten(input, MOST_TOLD).value,
    }) satisfies StreamDraft,
  end: ({ outcome, durationMs, output, error, runId, at, ...of }: Of & Ended) =>
    ({
      type: 'action.end',
      ...ofAction(of),
      cause: of.cause,
      at,
      runId: runId ?? null,
      ...{ outcome, durationMs },
      ...(output !== undefined && { output: shorten(output, MOST_TOLD).value }),
      ...(error && { error }),
    }) satisfies StreamDraft,
}

interface Ended {
  outcome: ActionOutcome
  durationMs: number
  output?: unknown
  error?: ErrorInfo
  runId?: string
  at: number
}

const ofAction = ({ id, userId, sessionId, type }: Omit<Of, 'cause'>) => ({
  subject: sessionId === null ? (`action:${id}` as const) : (`session:${sessionId}` as const),
  ...{ userId, sessionId, actionId: id, actionType: type },
})
