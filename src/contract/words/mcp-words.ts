import { z } from 'zod'

export const mcpWords = {
  settings: {
    mcpIssuer: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ })])
      .default('')
      .describe('Address of the authorization server that gives out keys of this one to MCP clients; empty for none'),
  },
  events: [],
} as const
