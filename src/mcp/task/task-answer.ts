import type { CallToolResult } from '@modelcontextprotocol/server'
import type { RunResult } from '../../contract/run.ts'
import { hasEnded } from '../../sdk/sdk.ts'
import { runAnswer } from '../run-answer.ts'

/** The extension under which a client says that it can follow tasks (SEP-2663). */
export const TASKS = 'io.modelcontextprotocol/tasks'

const DAY_MS = 86_400_000
/** A run tells its end within a moment; asking more often would find nothing new. */
const POLL_MS = 1000
const INTERNAL_ERROR = -32_603

interface TaskState {
  taskId: string
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  statusMessage?: string
  createdAt: string
  lastUpdatedAt: string
  /** Null: without end. */
  ttlMs: number | null
  pollIntervalMs: number
}

/** Hands a call over as a task. `resultType` tells it from a result. */
export type CreatedTask = TaskState & { resultType: 'task'; content: [] }

export type Task = TaskState & {
  result?: CallToolResult
  error?: { code: number; message: string; data?: unknown }
}

/** A background run is the task: its id is the handle, and every engine on the same store can read it. */
export function createdTask(
  runId: string,
  { now, retentionDays }: { now: number; retentionDays: number },
): CreatedTask {
  const at = new Date(now).toISOString()
  // The SDK gives every result of a tool this list; it is empty here.
  return { resultType: 'task', ...stateOf(runId, 'working', { at, until: at, retentionDays }), content: [] }
}

export function taskOf(run: RunResult, retentionDays: number): Task {
  const at = new Date(run.startedAt).toISOString()
  const until = new Date(run.startedAt + Math.ceil(run.timings.totalMs)).toISOString()
  const state = (status: TaskState['status']) => stateOf(run.runId, status, { at, until, retentionDays })
  if (!hasEnded(run)) return state('working')
  if (run.outcome === 'cancelled') return state('cancelled')
  // A program that failed is a result; the engine that failed, or was killed, has none.
  if (run.outcome === 'error')
    return { ...state('failed'), statusMessage: run.error?.message ?? '', error: errorOf(run) }
  return { ...state('completed'), result: runAnswer(run) }
}

function errorOf({ error }: RunResult): NonNullable<Task['error']> {
  return { code: INTERNAL_ERROR, message: error?.message ?? 'The engine failed.', ...(error && { data: error }) }
}

function stateOf(
  taskId: string,
  status: TaskState['status'],
  { at, until, retentionDays }: { at: string; until: string; retentionDays: number },
): TaskState {
  const ttlMs = retentionDays === 0 ? null : retentionDays * DAY_MS
  return { taskId, status, createdAt: at, lastUpdatedAt: until, ttlMs, pollIntervalMs: POLL_MS }
}
