import { randomBytes } from 'node:crypto'
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'

export const stateCodec = createRequestStateCodec<Record<string, unknown>>({ key: randomBytes(32) })

const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] })
const ask = (message: string, name: string, type = { type: 'string' } as { type: 'string' } | { type: 'boolean' }) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { [name]: type }, required: [name] },
  })
const sample = (words: string) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: words } }],
    maxTokens: 100,
  })

type Asked = Parameters<typeof inputRequired>[0]['inputRequests']
type Tool = (
  context: ServerContext,
) =>
  | ReturnType<typeof text>
  | ReturnType<typeof inputRequired>
  | Promise<ReturnType<typeof inputRequired> | ReturnType<typeof text>>

/** Tools that answer with a question first: the next call of the client brings the answers. */
export function addInputRequired(server: McpServer): void {
  const add = (name: string, tool: Tool) => server.registerTool(name, { description: name }, tool)
  add('test_input_required_result_elicitation', ({ mcpReq }) => {
    const told = acceptedContent<{ name?: unknown }>(mcpReq.inputResponses, 'user_name')
    if (typeof told?.name === 'string') return text(`Hello, ${told.name}!`)
    return inputRequired({ inputRequests: { user_name: ask('What is your name?', 'name') } })
  })
  const onceAsked = (name: string, key: string, question: NonNullable<Asked>[string]) =>
    add(name, ({ mcpReq }) => {
      const answer = mcpReq.inputResponses?.[key]
      return answer === undefined ? inputRequired({ inputRequests: { [key]: question } }) : text(JSON.stringify(answer))
    })
  onceAsked('test_input_required_result_sampling', 'capital_question', sample('What is the capital of France?'))
  onceAsked('test_input_required_result_list_roots', 'client_roots', inputRequired.listRoots())
  onceAsked('test_missing_capability', 'llm_answer', sample('Say pong.'))
  addWithState(add)
  add('test_input_required_result_capabilities', ({ mcpReq }) => {
    if (mcpReq.inputResponses) return text('answered')
    const envelope = mcpReq.envelope as Record<string, Record<string, unknown> | undefined> | undefined
    const declared = envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? {}
    const inputRequests = {
      ...(declared.elicitation !== undefined && { user_name: ask('What is your name?', 'name') }),
      ...(declared.sampling !== undefined && { greeting: sample('Greet.') }),
      ...(declared.roots !== undefined && { client_roots: inputRequired.listRoots() }),
    }
    return Object.keys(inputRequests).length === 0 ? text('nothing can be asked') : inputRequired({ inputRequests })
  })
}

function addWithState(add: (name: string, tool: Tool) => unknown): void {
  const confirm = { confirm: ask('Please confirm', 'ok', { type: 'boolean' }) }
  const confirmed = (name: string, words: string) =>
    add(name, async ({ mcpReq }) =>
      mcpReq.requestState() !== undefined && mcpReq.inputResponses?.confirm !== undefined
        ? text(words)
        : inputRequired({ inputRequests: confirm, requestState: await stateCodec.mint({ name }) }),
    )
  confirmed('test_input_required_result_request_state', 'state-ok')
  confirmed('test_input_required_result_tampered_state', 'integrity-ok')
  add('test_input_required_result_multiple_inputs', async ({ mcpReq }) => {
    const given = mcpReq.inputResponses ?? {}
    if (given.user_name && given.greeting && given.client_roots) return text('all answered')
    return inputRequired({
      inputRequests: {
        user_name: ask('What is your name?', 'name'),
        greeting: sample('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await stateCodec.mint({ tool: 'multiple' }),
    })
  })
  add('test_input_required_result_multi_round', async ({ mcpReq }) => {
    const { round = 1 } = (mcpReq.requestState<Record<string, unknown>>() ?? {}) as { round?: number }
    if (round === 1) {
      const inputRequests = { step1: ask('Step 1: What is your name?', 'name') }
      return inputRequired({ inputRequests, requestState: await stateCodec.mint({ round: 2 }) })
    }
    if (round === 2) {
      const inputRequests = { step2: ask('Step 2: What is your favorite color?', 'color') }
      return inputRequired({ inputRequests, requestState: await stateCodec.mint({ round: 3 }) })
    }
    return text('both answered')
  })
}
