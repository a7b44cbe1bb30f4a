/** Public entry `anneal/ai`: Anneal as a tool of the AI SDK. */
import { type Tool, tool } from 'ai'
import { RUN_CODE, type RunCodeInput, runCodeInput } from '../contract/tool-description.ts'
import type { Client } from '../sdk/sdk.ts'
import { type ToolAnswer, toolAnswer } from './tool-answer.ts'

export type { ToolAnswer } from './tool-answer.ts'

export interface RunCodeOptions {
  client: Pick<Client, 'run'>
  /** The session that all calls work in: variables and files stay. Without one every call begins afresh. */
  session?: string
}

/** A tool for `tools` of `generateText` and its like: `{ run_code: runCode({ client }) }`. */
export function runCode({ client, session }: RunCodeOptions): Tool<RunCodeInput, ToolAnswer> {
  return tool({
    description: RUN_CODE.description,
    inputSchema: runCodeInput,
    execute: async ({ language, code, input }, { abortSignal }): Promise<ToolAnswer> =>
      toolAnswer(
        await client.run(
          { language, code, ...(input !== undefined && { input }), ...(session !== undefined && { session }) },
          { ...(abortSignal && { signal: abortSignal }) },
        ),
      ),
  })
}
