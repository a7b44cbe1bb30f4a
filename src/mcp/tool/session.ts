import { z } from 'zod'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'
import { needed } from './needed.ts'

export const session = mcpTool({
  name: 'session',
  title: 'Sessions',
  description: ({ network }) =>
    `Sessions keep variables and files from call to call; pass their id as \`session\`. create, list, show, history, variables (of all languages) or remove one. ${network}`,
  input: z.strictObject({
    do: z.enum(['create', 'list', 'show', 'history', 'variables', 'remove']),
    session: z.string().optional().describe('Its id; not for create and list'),
    network: z.array(z.string()).optional().describe('For create: hosts its programs may reach'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  async call({ do: act, session, network }, { client, signal }) {
    const { sessions } = client
    const id = () => needed(session, 'session')
    if (act === 'create')
      return valueAnswer(await sessions.create(network ? { network: { allow: network } } : {}, { signal }))
    if (act === 'list') return valueAnswer(await sessions.list({ limit: 50 }, { signal }))
    if (act === 'show') return valueAnswer(await sessions.get(id(), { signal }))
    if (act === 'history') return valueAnswer(await sessions.history(id(), { limit: 50 }, { signal }))
    if (act === 'variables') return valueAnswer(await sessions.variables.list(id(), {}, { signal }))
    return valueAnswer(await sessions.remove(id(), { signal }))
  },
})
