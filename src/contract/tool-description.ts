import { z } from 'zod'

/** The input of Anneal as a tool of a model: short, since a model reads it with every question. */
export const runCodeInput = z.object({
  language: z.string().max(40).describe('Language of the program, such as python, javascript, bash or sql'),
  code: z.string().describe('The whole program; print what you want to see'),
  input: z.string().optional().describe('The standard input of the program'),
})
export type RunCodeInput = z.infer<typeof runCodeInput>

export const RUN_CODE = {
  name: 'run_code',
  description:
    'Run a program in a Linux sandbox, usually without network, and get what it printed. A program that fails is repaired where that is safe; then the answer has the repaired code.',
}

/** Tools in the form that OpenAI's API takes them in `tools`, and many others with it. */
export const toolList = z
  .object({
    tools: z.array(
      z.object({
        type: z.literal('function'),
        function: z.object({
          name: z.string(),
          description: z.string(),
          parameters: z.record(z.string(), z.unknown()).describe('JSON Schema of the arguments'),
        }),
      }),
    ),
  })
  .meta({ id: 'ToolList' })
export type ToolList = z.infer<typeof toolList>

/** All tools; the arguments of `run_code` are a body of `POST /v1/runs` as they are. */
export function functionTools(): ToolList {
  const { $schema: _, ...parameters } = z.toJSONSchema(runCodeInput, { io: 'input' }) as Record<string, unknown>
  return { tools: [{ type: 'function', function: { ...RUN_CODE, parameters } }] }
}
