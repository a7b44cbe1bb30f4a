import { z } from 'zod'
import { hasEnded } from '../../sdk/sdk.ts'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'
import { runAnswer } from '../run-answer.ts'
import { needed } from './needed.ts'

export const runs = mcpTool({
  name: 'runs',
  title: 'Past and running runs',
  description: () =>
    'List runs, show one, wait for the end of one that was started in the background, or cancel it. Runs outlive this connection.',
  input: z.strictObject({
    do: z.enum(['list', 'show', 'wait', 'cancel']),
    run: z.string().optional().describe('Its id; not for list'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
  async call({ do: act, run }, { client, signal }) {
    if (act === 'list') return valueAnswer(await client.runs.list({ limit: 20 }, { signal }))
    const id = needed(run, 'run')
    if (act === 'cancel') return valueAnswer(await client.runs.cancel(id, { signal }))
    const found = act === 'wait' ? await client.runs.wait(id, { signal }) : await client.runs.get(id, { signal })
    return hasEnded(found) ? runAnswer(found) : valueAnswer({ runId: id, state: 'running' })
  },
})
