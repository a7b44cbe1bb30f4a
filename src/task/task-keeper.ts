import type { Ground } from '../contract/ground.ts'
import { shorten } from '../contract/shorten.ts'
import type { Revision, TaskAttempt, TaskResult } from '../contract/task.ts'
import type { TaskRow, TaskRows } from '../store/task/task-rows.ts'

/** Longer values are kept in part; the actions themselves keep more. */
const MOST_KEPT = 16_384
const MOST_TOLD = 4096

/** Stores one task and tells its steps, each in one transaction. */
export function createTaskKeeper({ rows, clock }: { rows: Pick<TaskRows, 'put'> } & Pick<Ground, 'clock'>) {
  const envelope = ({ id, userId, sessionId }: TaskRow) => ({
    ...{ subject: `task:${id}` as const, userId, sessionId, at: clock() },
  })
  const first = ([id = '']: string[]) => id
  return {
    async begin(task: TaskRow): Promise<string> {
      const { task: words, type, confidence, reasons } = task
      const said = words === null ? null : String(shorten(words, MOST_TOLD).value)
      const told = { task: said, taskType: type, confidence, reasons }
      return first(await rows.put(task, { type: 'task.start', ...envelope(task), ...told }))
    },
    async tried(task: TaskRow, attempt: TaskAttempt, cause: string): Promise<string> {
      const { n, action, verdict } = attempt
      const told = { attempt: n, actionId: action.id, actionType: action.type, outcome: action.outcome, ...verdict }
      task.attempts.push({ ...attempt, action: { ...action, output: shorten(action.output, MOST_KEPT).value } })
      return first(await rows.put(task, { type: 'task.tried', ...envelope(task), ...told, cause }))
    },
    async revised(task: TaskRow, attempt: number, revision: Revision, cause: string): Promise<string> {
      const kept = { ...revision, input: (shorten(revision.input, MOST_TOLD).value ?? {}) as Revision['input'] }
      const last = task.attempts.at(-1)
      if (last) last.revision = kept
      return first(await rows.put(task, { type: 'task.revised', ...envelope(task), attempt, ...kept, cause }))
    },
    async end(
      task: TaskRow,
      end: Partial<TaskResult> & Pick<TaskResult, 'outcome'>,
      cause: string,
    ): Promise<TaskResult> {
      const { stopped, error, outcome } = end
      const ended: TaskRow = { ...task, ...end, durationMs: Math.max(0, clock() - task.startedAt) }
      const kept = 'output' in ended ? { ...ended, output: shorten(ended.output, MOST_KEPT).value } : ended
      const told = { outcome: outcome ?? 'failed', ...(stopped && { stopped }), ...(error && { error }) }
      await rows.put(kept, { type: 'task.end', ...envelope(task), ...told, cause })
      const { userId: _, engineId: __, ...result } = ended
      return result
    },
  }
}
