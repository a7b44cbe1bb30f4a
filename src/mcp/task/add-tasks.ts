import {
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { ApiError, type Client } from '../../sdk/sdk.ts'
import { declaresTasks } from './declares-tasks.ts'
import { TASKS, taskOf } from './task-answer.ts'

const named = z.looseObject({ taskId: z.string() })

/** The tasks of the extension: each is a background run, which no restart forgets and every engine on its store can read. */
export function addTasks(
  server: McpServer,
  { client, retentionDays }: { client: Client; retentionDays: number },
): void {
  const { server: base } = server
  base.setRequestHandler('tasks/get', { params: named }, async ({ taskId }, context) => {
    assertDeclared(context)
    const run = await known(taskId, () => client.runs.get(taskId, { signal: context.mcpReq.signal }))
    return { ...taskOf(run, retentionDays) }
  })
  base.setRequestHandler('tasks/cancel', { params: named }, async ({ taskId }, context) => {
    assertDeclared(context)
    await known(taskId, () => client.runs.cancel(taskId, { signal: context.mcpReq.signal }))
    return {}
  })
  // No task of ours waits for input: there is nothing to take in.
  base.setRequestHandler('tasks/update', { params: named }, async ({ taskId }, context) => {
    assertDeclared(context)
    await known(taskId, () => client.runs.get(taskId, { signal: context.mcpReq.signal }))
    return {}
  })
}

function assertDeclared(context: ServerContext): void {
  if (declaresTasks(context)) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } })
}

async function known<T>(taskId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no task ${taskId}.`, { taskId })
    throw error
  }
}
