import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server'
import { TASKS } from './task-answer.ts'

/** Whether a caller says that it can follow tasks; nobody else is given one. */
export function declaresTasks({ mcpReq }: ServerContext): boolean {
  const told = (mcpReq.envelope as Record<string, { extensions?: object } | undefined> | undefined) ?? {}
  const { extensions } = told[CLIENT_CAPABILITIES_META_KEY] ?? {}
  return extensions !== undefined && Object.hasOwn(extensions, TASKS)
}
