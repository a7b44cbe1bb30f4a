import { EngineError, problemsOf } from '../../contract/errors.ts'
import type { ToolInfo } from '../../contract/tool.ts'
import { jsonSchemaOf } from '../json-schema-of.ts'
import type { ToolAnswer } from './tool-source.ts'
import type { FunctionTool, ToolContext } from './tools-api.ts'

export const functionInfo = ({ name, description, input, output, reach = 'outside' }: FunctionTool): ToolInfo => ({
  ...{ name, description, input: jsonSchemaOf(input, 'input'), reach, source: 'function' },
  ...(output && { output: jsonSchemaOf(output, 'output') }),
})

/** Calls a function of the embedding program; an error that it throws is its answer. */
export async function callFunction(
  tool: FunctionTool,
  given: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolAnswer> {
  const input = tool.input.safeParse(given)
  if (!input.success)
    throw new EngineError('INVALID_REQUEST', { problems: problemsOf(input.error, 'body.input.arguments') })
  try {
    const value: unknown = await tool.execute(input.data, context)
    const output = tool.output?.safeParse(value)
    if (output && !output.success) return failure(`its answer does not fit: ${problemsOf(output.error, 'output')[0]}`)
    return answerOf(output?.data ?? value)
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error))
  }
}

/** Only values of JSON go further: the answer is stored. */
function answerOf(value: unknown): ToolAnswer {
  if (value === undefined) return { isError: false, content: [] }
  if (typeof value === 'string') return { isError: false, content: [{ type: 'text', text: value }], value }
  const json = JSON.stringify(value)
  return { isError: false, content: [{ type: 'text', text: json }], value: JSON.parse(json) }
}

const failure = (text: string): ToolAnswer => ({ isError: true, content: [{ type: 'text', text }] })
