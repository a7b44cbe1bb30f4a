/** Public entry `anneal/ai`: Anneal as a tool of the AI SDK. The SDK is the caller's own, and only its shape is needed. */
import { RUN_CODE, type RunCodeInput, runCodeInput } from '../contract/tool-description.ts'
import type { Client } from '../sdk/sdk.ts'
import { type ToolAnswer, toolAnswer } from './tool-answer.ts'

export type { ToolAnswer } from './tool-answer.ts'

export interface RunCodeOptions {
  client: Pick<Client, 'run'>
  /** The session that all calls work in: variables and files stay. Without one every call begins afresh. */
  session?: string
}

/** A tool as the AI SDK takes it. */
export interface RunCodeTool {
  description: string
  inputSchema: typeof runCodeInput
  execute(input: RunCodeInput, options: { abortSignal?: AbortSignal }): Promise<ToolAnswer>
}

/** A tool for `tools` of `generateText` and its like: `{ run_code: runCode({ client }) }`. */
export function runCode({ client, session }: RunCodeOptions): RunCodeTool {
  return {
    description: RUN_CODE.description,
    inputSchema: runCodeInput,
    execute: async ({ language, code, input }, { abortSignal: signal }) => {
      const request = {
        language,
        code,
        ...(input !== undefined && { input }),
        ...(session !== undefined && { session }),
      }
      return toolAnswer(await client.run(request, { ...(signal && { signal }) }))
    },
  }
}
