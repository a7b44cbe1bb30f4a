/** Public entry `anneal/langchain`: Anneal as tools of LangChain. `@langchain/core` is the caller's own. */
import { type DynamicStructuredTool, tool } from '@langchain/core/tools'
import { z } from 'zod'
import { RUN_CODE, type RunCodeInput, runCodeInput } from '../contract/tool-description.ts'
import type { Client } from '../sdk/sdk.ts'
import { toolAnswer } from './tool-answer.ts'

export interface RunCodeOptions {
  client: Pick<Client, 'run'>
  /** The session that all calls work in: variables and files stay. Without one every call begins afresh. */
  session?: string
}

/** One tool; its answer is JSON. */
export function runCode({ client, session }: RunCodeOptions): DynamicStructuredTool {
  return tool(
    async ({ language, code, input }: RunCodeInput, config) => {
      const request = {
        language,
        code,
        ...(input !== undefined && { input }),
        ...(session !== undefined && { session }),
      }
      const signal = config?.signal as AbortSignal | undefined
      return JSON.stringify(toolAnswer(await client.run(request, { ...(signal && { signal }) })))
    },
    { ...RUN_CODE, schema: runCodeInput },
  ) as unknown as DynamicStructuredTool
}

const path = z.string().describe('Path inside of the workspace')

/** A code interpreter: programs and files in one session, which `close` removes. */
export interface CodeInterpreter {
  session: string
  tools: DynamicStructuredTool[]
  close(): Promise<void>
}

export async function codeInterpreter({ client }: { client: Client }): Promise<CodeInterpreter> {
  const { id } = await client.sessions.create()
  const { files } = client.sessions
  const listFiles = tool(async () => JSON.stringify((await files.list(id, { depth: 10 })).files), {
    ...{ name: 'list_files', description: 'List the files of the workspace.', schema: z.object({}) },
  })
  const readFile = tool(async (file: { path: string }) => (await files.open(id, file.path)).text(), {
    ...{ name: 'read_file', description: 'Read a text file of the workspace.', schema: z.object({ path }) },
  })
  const writeFile = tool(
    async (file: { path: string; content: string }) =>
      JSON.stringify(await files.save(id, { path: file.path, content: new TextEncoder().encode(file.content) })),
    {
      ...{ name: 'write_file', description: 'Write a text file into the workspace, whole.' },
      schema: z.object({ path, content: z.string() }),
    },
  )
  return {
    session: id,
    tools: [runCode({ client, session: id }), listFiles, readFile, writeFile] as DynamicStructuredTool[],
    close: async () => void (await client.sessions.remove(id)),
  }
}
