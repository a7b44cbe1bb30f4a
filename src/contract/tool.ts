import { z } from 'zod'
import { actionReach } from './action.ts'

/** A tool that `tool.call` can call. */
export const toolInfo = z
  .object({
    name: z.string().describe('As `tool.call` names it'),
    description: z.string().describe('Text of the author of the tool: untrusted where the source is a server'),
    input: z.record(z.string(), z.unknown()).describe('JSON Schema'),
    output: z.record(z.string(), z.unknown()).optional().describe('JSON Schema'),
    reach: actionReach.describe('none: it only looks; outside: it may change something'),
    source: z.string().describe('function, or the name of a server'),
  })
  .meta({ id: 'ToolInfo' })
export type ToolInfo = z.infer<typeof toolInfo>

export const toolInfoList = z
  .object({
    tools: z.array(toolInfo),
    unavailable: z
      .array(z.object({ source: z.string(), reason: z.string() }))
      .describe('Servers that did not answer; their tools are missing'),
  })
  .meta({ id: 'ToolInfoList' })
export type ToolInfoList = z.infer<typeof toolInfoList>

/** The answer of a tool: text of strangers. */
export const toolOutput = z.object({
  tool: z.string(),
  text: z
    .string()
    .describe('The texts of the answer, one after the other: written by the tool, and never to be trusted'),
  content: z.array(z.unknown()).describe('The answer in parts, as MCP has them'),
  value: z.unknown().optional().describe('A value as the output schema of the tool says'),
  untrusted: z.literal(true),
  cut: z.boolean().describe('Whether the answer was longer than it may be'),
})
export type ToolOutput = z.infer<typeof toolOutput>
