import { z } from 'zod'
import { type ToolOutput, toolOutput } from '../../contract/tool.ts'
import type { Action } from '../action.ts'
import type { Tools } from '../tool/create-tools.ts'

const input = z.strictObject({
  tool: z.string().min(1).max(300).describe('As GET /v1/actions/tools names it'),
  arguments: z.record(z.string(), z.unknown()).default({}).describe('As the schema of the tool says'),
})

export const toolCall = (
  tools: Pick<Tools, 'call' | 'reachOf' | 'problemsOf'>,
): Action<z.infer<typeof input>, ToolOutput> => ({
  type: 'tool.call',
  description: 'Calls a tool: a function of the embedding program, or one of a server that speaks MCP.',
  input,
  output: toolOutput,
  problemsOf: tools.problemsOf,
  reachOf: ({ tool }) => tools.reachOf(tool),
  execute: async (asked, context) => tools.call(asked, context),
})
