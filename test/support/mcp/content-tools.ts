import { setTimeout as pause } from 'node:timers/promises'
import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** One red pixel. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='

type Content = CallToolResult['content']
const text = (words: string): Content[number] => ({ type: 'text', text: words })
const picture: Content[number] = { type: 'image', data: PICTURE, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, words: string): Content[number] => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
})

const ANSWERS: Record<string, Content> = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [picture],
  test_audio_content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }],
  test_embedded_resource: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    picture,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
  test_streaming_elicitation: [text('A stream without requests of its own.')],
}

/** Tools that answer with each kind of content, with an error, with logs and with progress. */
export function addContents(server: McpServer): void {
  for (const [name, content] of Object.entries(ANSWERS))
    server.registerTool(name, { description: name }, () => ({ content }))
  server.registerTool('test_error_handling', { description: 'test_error_handling' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool('test_tool_with_logging', { description: 'test_tool_with_logging' }, async ({ mcpReq }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } })
      await pause(50)
    }
    return { content: [text('logged')] }
  })
  server.registerTool('test_logging_tool', { description: 'test_logging_tool' }, async ({ mcpReq }) => {
    await mcpReq.log('info', 'only where the request asks for logs')
    return { content: [text('logged')] }
  })
  server.registerTool('test_tool_with_progress', { description: 'test_tool_with_progress' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await pause(50)
    }
    return { content: [text('done')] }
  })
  addSchemas(server)
}

function addSchemas(server: McpServer): void {
  const region = { type: 'string', description: 'Sent in a header too', 'x-mcp-header': 'Region' }
  server.registerTool(
    'test_x_mcp_header',
    {
      description: 'Header',
      inputSchema: fromJsonSchema<{ region?: string }>({ type: 'object', properties: { region } } as object),
    },
    (given) => ({ content: [text(given.region ?? 'none')] }),
  )
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Schema', inputSchema: fromJsonSchema(SCHEMA as object) },
    (given) => ({
      content: [text(JSON.stringify(z.unknown().parse(given)))],
    }),
  )
}

const SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}
