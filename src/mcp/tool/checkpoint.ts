import { z } from 'zod'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'
import { needed } from './needed.ts'

export const checkpoint = mcpTool({
  name: 'checkpoint',
  title: 'Checkpoints',
  description: () =>
    'Checkpoints hold the variables and files of a session: create one, list them, restore the session to one, branch a new session from one, compare two (diff), or remove one.',
  input: z.strictObject({
    do: z.enum(['create', 'list', 'restore', 'branch', 'diff', 'remove']),
    session: z.string().optional().describe('For create, and to list those of one session'),
    checkpoint: z.string().optional(),
    to: z.string().optional().describe('For diff: the other checkpoint'),
    label: z.string().optional().describe('For create'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  async call({ do: act, session, checkpoint, to, label }, { client, signal }) {
    const { checkpoints } = client
    const id = () => needed(checkpoint, 'checkpoint')
    if (act === 'create') {
      const named = label === undefined ? {} : { label }
      return valueAnswer(await checkpoints.create(needed(session, 'session'), named, { signal }))
    }
    if (act === 'list')
      return valueAnswer(await checkpoints.list({ limit: 50, ...(session !== undefined && { session }) }, { signal }))
    if (act === 'restore') return valueAnswer(await checkpoints.restore(id(), { signal }))
    if (act === 'branch') return valueAnswer(await checkpoints.branch(id(), {}, { signal }))
    if (act === 'diff') return valueAnswer(await checkpoints.diff({ from: id(), to: needed(to, 'to') }, { signal }))
    return valueAnswer(await checkpoints.remove(id(), { signal }))
  },
})
