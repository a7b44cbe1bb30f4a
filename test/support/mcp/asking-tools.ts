import type { CallToolResult, ElicitRequestFormParams, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'

const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

type Schema = ElicitRequestFormParams['requestedSchema']
const asked = (properties: object, required: string[] = []): Schema =>
  ({ type: 'object', properties, required }) as Schema

/** Tools that ask the client of protocol 2025-11-25 while a call goes on. */
export function addAsking(server: McpServer): void {
  server.registerTool(
    'test_sampling',
    { description: 'Samples', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }]
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 })
      return text(`LLM response: ${[content].flat().map((part) => ('text' in part ? part.text : ''))}`)
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'Elicits', inputSchema: z.object({ message: z.string() }) },
    async ({ message }, { mcpReq }) => {
      const properties = {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      }
      const requestedSchema = asked(properties, ['username', 'email'])
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema })
      return text(`User response: action=${action}, content=${JSON.stringify(content)}`)
    },
  )
  const elicits = (name: string, message: string, properties: object) =>
    server.registerTool(name, { description: name }, async ({ mcpReq }: ServerContext) => {
      const { action, content } = await mcpReq.elicitInput({ message, requestedSchema: asked(properties) })
      return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)
    })
  elicits('test_elicitation_sep1034_defaults', 'Look at the defaults', DEFAULTS)
  elicits('test_elicitation_sep1330_enums', 'Choose', ENUMS)
}

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
}

const options = ['option1', 'option2', 'option3']
const titled = (kind: string) =>
  ['First', 'Second', 'Third'].map((word, index) => ({ const: `value${index + 1}`, title: `${word} ${kind}` }))

const ENUMS = {
  untitledSingle: { type: 'string', enum: options },
  titledSingle: { type: 'string', oneOf: titled('Option') },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
  titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
}
