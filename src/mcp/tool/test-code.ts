import { z } from 'zod'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'
import { programInput } from './run-code.ts'

export const testCode = mcpTool({
  name: 'test_code',
  title: 'Make tests for a program',
  description: () =>
    'Make tests for a program (Python or JavaScript), run them in sandboxes, and get the test file, its results, coverage and the faults it would notice.',
  input: z.strictObject({
    language: programInput.language,
    code: programInput.code,
    functions: z.array(z.string()).optional().describe('Only these functions'),
    budgetS: z.number().min(1).max(300).optional(),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async call({ language, code, functions, budgetS }, { client, signal }) {
    const wanted = { ...(functions && { functions }), ...(budgetS && { budgetMs: Math.ceil(budgetS * 1000) }) }
    const { coverage, ...report } = await client.generateTests({ language, code, ...wanted }, { signal })
    // The count of each line is for pages; a model needs the lines that are missing.
    const { hits: _, ...covered } = coverage ?? { hits: {} }
    return valueAnswer(
      { ...report, coverage: covered },
      report.cases.some(({ passed }) => !passed),
    )
  },
})
