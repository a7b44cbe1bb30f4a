import { z } from 'zod'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'
import { programInput } from './run-code.ts'

export const checkCode = mcpTool({
  name: 'check_code',
  title: 'Check a program',
  description: () =>
    'Read a program without running it: dangers with their lines and remedies, complexity, style and slow spots.',
  input: z.strictObject({ language: programInput.language, code: programInput.code }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ language, code }, { client, signal }) {
    const [guard, analysis] = await Promise.all([
      client.guard({ language, code }, { signal }),
      client.analyze({ language, code }, { signal }),
    ])
    return valueAnswer({ safe: guard.safe, score: guard.score, dangers: guard.findings, analysis })
  },
})
