import { z } from 'zod'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'

export const shell = mcpTool({
  name: 'shell',
  title: 'Run a command',
  description: ({ commands, network }) => `Run one Bash command in a fresh sandbox. ${commands} ${network}`,
  input: z.strictObject({
    command: z.string(),
    input: z.string().optional().describe('Standard input'),
    files: z.record(z.string(), z.string()).optional().describe('Text files by path'),
    network: z.array(z.string()).optional(),
    timeoutS: z.number().positive().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  async call({ command, input, files, network, timeoutS }, { client, signal }) {
    const options = {
      ...(network && { network: { allow: network } }),
      ...(timeoutS !== undefined && { limits: { timeoutMs: Math.ceil(timeoutS * 1000) } }),
    }
    const given = { ...(input !== undefined && { input }), ...(files && { files }) }
    const { runId, outcome, endedBy, exitCode, stdout, stderr } = await client.commands.run(
      { command, options, ...given },
      { signal },
    )
    return valueAnswer({ runId, outcome, endedBy, exitCode, stdout, stderr }, outcome !== 'ok')
  },
})
