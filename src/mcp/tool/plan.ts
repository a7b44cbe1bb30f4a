import { z } from 'zod'
import type { PlanRequest } from '../../contract/plan.ts'
import { mcpTool, valueAnswer } from '../mcp-tool.ts'
import { needed } from './needed.ts'

export const plan = mcpTool({
  name: 'plan',
  title: 'Plans',
  description: () =>
    'Plans are steps (actions) that depend on each other and outlive a crash: start one, wait for its end, show, list, resume a paused or failed one, or cancel one. A step whose effect is unknown waits for a person.',
  input: z.strictObject({
    do: z.enum(['start', 'wait', 'show', 'list', 'resume', 'cancel']),
    plan: z.string().optional().describe('Its id; not for start and list'),
    name: z.string().optional().describe('For start'),
    steps: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .describe(
        'For start: {"id", "action": {"type", "input"}, "needs": [ids], "retries", "mayFail", "risky", "timeoutMs"}; {"$from": "id", "path": "stdout"} in an input is the output of a step',
      ),
    session: z.string().optional().describe('For start: where steps work; "new" makes one'),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  async call({ do: act, plan, name, steps, session }, { client, signal }) {
    const { plans } = client
    if (act === 'list') return valueAnswer(await plans.list({ limit: 20 }, { signal }))
    if (act === 'start') {
      const named = { ...(name !== undefined && { name }), ...(session !== undefined && { session }) }
      // The API looks at the steps, and tells all problems at once.
      const request = { steps: needed(steps, 'steps'), ...named } as PlanRequest
      return valueAnswer(await plans.start(request, { signal }))
    }
    const id = needed(plan, 'plan')
    if (act === 'show') return valueAnswer(await plans.get(id, { signal }))
    // Without a step: only a person says what became of one whose effect is unknown.
    if (act === 'resume') return valueAnswer(await plans.resume(id, {}, { signal }))
    if (act === 'cancel') return valueAnswer(await plans.cancel(id, { signal }))
    const met = await plans.wait(id, { signal })
    return valueAnswer(met, met.state === 'failed')
  },
})
