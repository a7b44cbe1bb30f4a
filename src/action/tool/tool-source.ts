import type { ToolInfo } from '../../contract/tool.ts'

/** A place that tools come from: functions of the embedding program, or a server that speaks MCP. */
export interface ToolSource {
  /** Unique among all sources; its tools are called `NAME/TOOL`, those of the embedding program by their own names. */
  name: string
  list(caller: ToolCaller): Promise<SourceTool[]>
  /** The answer is untrusted: the caller bounds and marks it. Throws an `EngineError` for a call that could not be made. */
  call(call: ToolCall): Promise<ToolAnswer>
  close?(): Promise<void>
}

export interface ToolCaller {
  userId: string
  signal: AbortSignal
}

export interface SourceTool extends Omit<ToolInfo, 'source'> {
  timeoutMs?: number
}

export interface ToolCall extends ToolCaller {
  /** Without the name of the source. */
  tool: string
  arguments: Record<string, unknown>
  /** The same for all tries of one step of a plan. */
  idempotencyKey: string
}

/** Text, values and pictures as the tool gave them. */
export interface ToolAnswer {
  isError: boolean
  /** As in MCP: `{ type: 'text', text }`, `{ type: 'image', data, mimeType }` … */
  content: unknown[]
  /** A value as the output schema of the tool says. */
  value?: unknown
}
