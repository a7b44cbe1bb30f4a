import { z } from 'zod'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'

export const memory = mcpTool({
  name: 'memory_search',
  title: 'Find code that worked',
  description: () => 'Find programs that worked for you before: by words, by a function name, or by code like them.',
  input: z.strictObject({
    query: z.string().optional(),
    code: z.string().optional().describe('Instead of query'),
    language: z.string().optional(),
    limit: z.int().min(1).max(20).optional(),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call(search, { client, signal }) {
    const { patterns } = await client.memory.search({ limit: 5, ...search }, { signal })
    return valueAnswer({
      patterns: patterns.map(({ id, language, code, task, score, worked }) => ({
        id,
        language,
        code,
        task,
        score,
        worked,
      })),
    })
  },
})
