import { z } from 'zod'
import { taskId } from '../contract/id.ts'
import { answers, type PartRoute, partRoute } from '../contract/part-route.ts'
import {
  detectedTask,
  executionLog,
  reflectionRequest,
  taskList,
  taskRequest,
  taskResult,
  taskText,
} from '../contract/task.ts'
import type { TasksApi } from './tasks-api.ts'

const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: taskId.optional().describe('The last id of the page before'),
})
const one = { params: z.object({ taskId }), tag: 'Tasks', errors: ['TASK_NOT_FOUND'] } as const

export function taskRoutes(tasks: TasksApi): PartRoute[] {
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/tasks', tag: 'Tasks', operation: 'executeTask' },
        summary: 'Do a task in words: it is routed to its kind of work, and tried at most three times',
        body: taskRequest,
        example: { body: { task: '```python\nprint(6 * 7)\n```' } },
        answers: answers(taskResult, 'Its type, its tries and its outcome'),
      },
      ({ body, caller: { userId }, request }) => tasks.executeTask(body, { userId, signal: request.signal }),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/tasks/detect', tag: 'Tasks', operation: 'detectTask' },
        summary: 'Tell what kind of work a task is, without doing it',
        body: z.strictObject({ task: taskText }),
        example: { body: { task: 'ls -l | wc -l' } },
        answers: answers(detectedTask, 'The type, how sure it is, and why'),
      },
      async ({ body }) => tasks.detectTaskType(body.task),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/tasks/reflect', tag: 'Tasks', operation: 'executeWithReflection' },
        summary: 'Do an action until it is as expected: judged, revised and done again, at most three times',
        body: reflectionRequest,
        example: {
          body: { action: { type: 'shell.run', input: { command: 'echo 42' } }, expect: { stdout: '42' } },
        },
        answers: answers(taskResult, 'Its tries and its outcome'),
      },
      ({ body, caller: { userId }, request }) => tasks.executeWithReflection(body, { userId, signal: request.signal }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/tasks', tag: 'Tasks', operation: 'listTasks' },
        summary: 'Your tasks, the newest first',
        query: listQuery,
        answers: answers(taskList, 'One page'),
      },
      async ({ query: { limit, before }, caller: { userId } }) => ({
        tasks: await tasks.list({ userId, limit, ...(before && { before }) }),
      }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/tasks/{taskId}', operation: 'getTask', ...one },
        summary: 'One task',
        answers: answers(taskResult, 'The task as it is now'),
      },
      ({ params, caller }) => tasks.get(params.taskId, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/tasks/{taskId}/log', operation: 'getExecutionLog', ...one },
        summary: 'The steps of a task in sentences',
        answers: answers(executionLog, 'All of them, in their order'),
      },
      async ({ params, caller }) => ({ entries: await tasks.getExecutionLog(params.taskId, caller.userId) }),
    ),
  ]
}
