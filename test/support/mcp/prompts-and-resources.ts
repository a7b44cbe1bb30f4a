import {
  completable,
  inputRequired,
  type McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { PICTURE } from './content-tools.ts'

const said = (content: object) => ({ role: 'user' as const, content: content as { type: 'text'; text: string } })
const words = (text: string) => said({ type: 'text', text })

export function addPromptsAndResources(server: McpServer): void {
  addPrompts(server)
  const add = (uri: string, mimeType: string, content: { text: string } | { blob: string }) =>
    server.registerResource(uri, uri, { mimeType, description: uri }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }))
  add('test://static-text', 'text/plain', { text: 'This is the content of the static text resource.' })
  add('test://static-binary', 'image/png', { blob: PICTURE })
  add('test://watched-resource', 'text/plain', { text: 'watched' })
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: 'application/json' }, (uri, { id }) => ({
    contents: [
      {
        uri: uri.href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }))
  server.server.setRequestHandler('resources/subscribe', () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', () => ({}))
}

function addPrompts(server: McpServer): void {
  server.registerPrompt('test_simple_prompt', { description: 'simple' }, () => ({
    messages: [words('This is a simple prompt for testing.')],
  }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'with arguments',
      argsSchema: z.object({ arg1: completable(z.string(), () => ['paris', 'park', 'party']), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => ({ messages: [words(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'with a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        said({
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        words('Please process the embedded resource above.'),
      ],
    }),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'with a picture' }, () => ({
    messages: [said({ type: 'image', data: PICTURE, mimeType: 'image/png' }), words('Please analyze the image above.')],
  }))
  const asking = (context: ServerContext) => {
    if (context.mcpReq.inputResponses?.user_context !== undefined) return { messages: [words('with context')] }
    const requestedSchema = {
      type: 'object' as const,
      properties: { context: { type: 'string' as const } },
      required: ['context'],
    }
    const question = inputRequired.elicit({ message: 'What context should the prompt use?', requestedSchema })
    return inputRequired({ inputRequests: { user_context: question } })
  }
  server.registerPrompt(
    'test_input_required_result_prompt',
    { description: 'asks first' },
    asking as unknown as Parameters<McpServer['registerPrompt']>[2] as never,
  )
}
