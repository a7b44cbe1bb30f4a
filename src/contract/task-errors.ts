import { row } from './error-row.ts'
import { memoryErrors } from './memory-errors.ts'

/** Failures of tasks, and of the memory that they draw on. */
export const taskErrors = {
  ...memoryErrors,
  TASK_NOT_FOUND: row(404, false, (d: { taskId: string }) => [
    `There is no task ${d.taskId}.`,
    'List yours with GET /v1/tasks.',
  ]),
  TASK_NEEDS_MODEL: row(422, false, (d: { type: string; missing: string }) => [
    `The task (${d.type}) is in words alone: a language model is needed, and none is configured. Nothing was done.`,
    `Configure one (ANNEAL_MODEL), or put ${d.missing} into the task.`,
  ]),
  TASK_INCOMPLETE: row(422, false, (d: { missing: string }) => [
    `The task holds no ${d.missing}. Nothing was done.`,
    `Put the ${d.missing} into the task.`,
  ]),
  TASK_INTERRUPTED: row(500, true, (_: object) => [
    'The engine stopped while this task was going on.',
    'Start it again; its attempts tell what was done.',
  ]),
}
