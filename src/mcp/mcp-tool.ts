import type { CallToolResult, InputRequiredResult, ToolAnnotations } from '@modelcontextprotocol/server'
import type { z } from 'zod'
import type { Client } from '../sdk/sdk.ts'
import type { Person } from './person.ts'
import type { PolicyText } from './policy-text.ts'
import type { CreatedTask } from './task/task-answer.ts'

/** Everything that a call of a tool may use beside its input. */
export interface ToolCall {
  client: Client
  /** Ends when the caller takes the call back, or leaves. */
  signal: AbortSignal
  /** Tells a caller who asked for it how far the work is. */
  progress(message: string): void
  /** Whether the caller can follow a task: long work is handed over as one. */
  takesTasks: boolean
  /** How long runs are kept, for tasks. */
  retentionDays: number
  /** The person behind the caller, where the caller can ask them. */
  person: Person | undefined
}

export type ToolAnswer = CallToolResult | InputRequiredResult | CreatedTask

/** One tool: its text for models is made of the rules in force. */
export interface McpTool<Input = unknown> {
  name: string
  title: string
  description(policy: PolicyText): string
  input: z.ZodType<Input>
  annotations: ToolAnnotations
  /** The page that shows its results, where a client can show one. */
  view?: string
  call(input: Input, call: ToolCall): Promise<ToolAnswer>
}

/** Declares a tool whose call has the type of its schema. */
export const mcpTool = <Input>(tool: McpTool<Input>): McpTool => tool as unknown as McpTool

/** A model pays for every character that it reads. */
const MOST_CHARACTERS = 20_000

/** A value as text for a model, bounded. */
export function valueAnswer(value: unknown, isError = false): CallToolResult {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const cut = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)` : text
  return { content: [{ type: 'text', text: cut }], ...(isError && { isError: true }) }
}
