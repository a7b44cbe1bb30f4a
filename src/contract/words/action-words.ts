import { z } from 'zod'
import { actionOutcome, actionReach } from '../action.ts'
import { eventOf } from '../event/envelope.ts'
import { errorInfo } from '../run.ts'
import { number } from '../setting-kinds.ts'

const named = { actionId: z.string(), actionType: z.string() }

/** Told in the stream of the session that an action works in, or in a stream of its own. */
export const actionWords = {
  settings: {
    mcpServers: z
      .string()
      .default('')
      .describe('JSON file with `mcpServers` as MCP clients have it: their tools can be called; empty for none'),
    toolTimeoutMs: number(1, 3_600_000)
      .default(60_000)
      .describe('Longest one call of a tool may take, unless the tool says'),
    toolOutputBytes: number(1000, 67_108_864)
      .default(1_048_576)
      .describe('Most bytes of the answer of a tool; the rest is cut off, and the answer says so'),
  },
  events: [
    eventOf('action.start', { ...named, reach: actionReach, input: z.unknown().describe('Long texts in part only') }),
    eventOf('action.end', {
      ...named,
      outcome: actionOutcome,
      durationMs: z.number(),
      output: z.unknown().optional().describe('Long texts in part only'),
      error: errorInfo.optional(),
    }),
  ],
} as const
