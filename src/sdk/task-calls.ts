import { taskId } from '../contract/id.ts'
import {
  detectedTask,
  executionLog,
  type ReflectionRequest,
  type TaskRequest,
  taskList,
  taskResult,
} from '../contract/task.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** Tasks in words, and actions with an expectation. */
export function taskCalls(transport: Transport) {
  const path = '/v1/tasks'
  const work = { method: 'POST', once: true, workMs: LONGEST_MS } as const
  return {
    /** Every ending is a result; `ok` is said only when the judge passed. */
    execute: (request: TaskRequest, call?: CallOptions) =>
      transport.json(taskResult, { ...work, path, body: request, ...call }),
    /** Tells the kind of work without doing it. */
    detect: (task: string, call?: CallOptions) =>
      transport.json(detectedTask, { method: 'POST', path: `${path}/detect`, body: { task }, ...call }),
    reflect: (request: ReflectionRequest, call?: CallOptions) =>
      transport.json(taskResult, { ...work, path: `${path}/reflect`, body: request, ...call }),
    /** Newest first; `before` is the last id of the previous page. */
    list: (query?: { limit?: number; before?: string }, call?: CallOptions) =>
      transport.json(taskList, { method: 'GET', path, query: { ...query }, ...call }),
    get: async (id: string, call?: CallOptions) =>
      transport.json(taskResult, { method: 'GET', path: `${path}/${known(id)}`, ...call }),
    log: async (id: string, call?: CallOptions) =>
      transport.json(executionLog, { method: 'GET', path: `${path}/${known(id)}/log`, ...call }),
  }
}

const LONGEST_MS = 900_000

/** Ids become part of a path, so only valid ids are accepted. */
function known(id: string): string {
  if (taskId.safeParse(id).success) return id
  throw localError('TASK_NOT_FOUND', { taskId: id })
}
