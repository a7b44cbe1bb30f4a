import { LOCAL_USER } from '../access/keys.ts'
import { EngineError } from '../contract/errors.ts'
import type { Part } from '../contract/part.ts'
import type { LogEntry } from '../contract/task.ts'
import type { Journal } from '../store/event/journal.ts'
import type { TaskRow } from '../store/task/task-rows.ts'
import { createTasks, type TaskNeeds } from './create-tasks.ts'
import { detectTaskType } from './detect/detect-task-type.ts'
import { logEntryOf } from './execution-log.ts'
import { createTaskKeeper } from './task-keeper.ts'
import { taskRoutes } from './task-routes.ts'
import type { TasksApi } from './tasks-api.ts'

const DAY_MS = 86_400_000

/** Opens tasks; those of dead engines are ended. */
export async function tasksPart(
  needs: TaskNeeds & { journal: Pick<Journal, 'storedStream'> },
): Promise<Part<TasksApi>> {
  const { config, store, journal, clock, onTrouble } = needs
  const keeper = createTaskKeeper({ rows: store.tasks, clock })
  if (config.retentionDays > 0) store.tasks.removeBefore(clock() - config.retentionDays * DAY_MS).catch(onTrouble)

  async function owned(id: string, userId: string): Promise<TaskRow> {
    const row = await store.tasks.get(id)
    if (row?.userId !== userId) throw new EngineError('TASK_NOT_FOUND', { taskId: id })
    return row
  }
  const api: TasksApi = {
    ...createTasks(needs),
    detectTaskType,
    async getExecutionLog(id, userId = LOCAL_USER) {
      await owned(id, userId)
      const entries: LogEntry[] = []
      for await (const event of journal.storedStream(`task:${id}`, 0)) {
        const entry = logEntryOf(event)
        if (entry) entries.push(entry)
      }
      return entries
    },
    get: async (id, userId) => resultOf(await owned(id, userId)),
    list: async (query) => (await store.tasks.list(query)).map(resultOf),
  }
  /** An engine that died leaves its tasks unended. */
  async function beat(): Promise<void> {
    for (const task of await store.tasks.abandoned(clock())) {
      const error = new EngineError('TASK_INTERRUPTED', {}).toInfo()
      await keeper.end(task, { outcome: 'failed', error }, `task:${task.id}.1`).catch(onTrouble)
    }
  }
  await beat()
  return { api, routes: taskRoutes(api), beat }
}

const resultOf = ({ userId: _, engineId: __, ...task }: TaskRow) => task
