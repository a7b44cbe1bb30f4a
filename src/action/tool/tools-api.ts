import type { z } from 'zod'
import type { ActionReach } from '../../contract/action.ts'
import type { ToolInfoList } from '../../contract/tool.ts'
import type { ToolSource } from './tool-source.ts'

/** A function of the embedding program as a tool. */
export interface FunctionTool<Input = unknown, Output = unknown> {
  name: string
  /** For people and models. */
  description: string
  input: z.ZodType<Input>
  output?: z.ZodType<Output>
  /** `none` for a function that only looks; `outside` unless it is told. */
  reach?: ActionReach
  timeoutMs?: number
  execute(input: Input, context: ToolContext): Promise<Output> | Output
}

export interface ToolContext {
  userId: string
  /** Send it with every effect: repetitions of the same step have the same key. */
  idempotencyKey: string
  signal: AbortSignal
}

/** Tools of the action `tool.call`. */
export interface ToolsApi {
  /** Throws TOOL_EXISTS for a name that is taken. */
  registerTool<Input, Output>(tool: FunctionTool<Input, Output>): void
  /** Throws TOOL_EXISTS for a name that is taken. */
  addToolSource(source: ToolSource): void
  /** Tools of all sources; a source that does not answer is named, and keeps no other from its tools. */
  tools(userId?: string, signal?: AbortSignal): Promise<ToolInfoList>
}
