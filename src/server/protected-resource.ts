import type { Config } from '../engine.ts'
import type { Door } from './http/create-door.ts'
import { json } from './http/route.ts'
import { type Row, row } from './http/row.ts'

const MCP = '/mcp'
const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Tells clients of MCP which server gives out keys for this one (RFC 9728), where the operator names one. */
export function protectedResourceRows({ mcpIssuer }: Pick<Config, 'mcpIssuer'>): Row[] {
  if (mcpIssuer === '') return []
  return [WELL_KNOWN, `${WELL_KNOWN}${MCP}`].map((path) =>
    row({ method: 'GET', path, access: 'open' }, async ({ request }) =>
      json({
        resource: new URL(MCP, request.url).href,
        authorization_servers: [mcpIssuer],
        bearer_methods_supported: ['header'],
      }),
    ),
  )
}

/** A client without a key learns at /mcp where it is told how to get one. */
export function withChallenge(door: Door, { mcpIssuer }: Pick<Config, 'mcpIssuer'>): Door {
  if (mcpIssuer === '') return door
  return {
    ...door,
    async fetch(request, from) {
      const response = await door.fetch(request, from)
      const url = new URL(request.url)
      if (response.status !== 401 || url.pathname !== MCP) return response
      const place = new URL(`${WELL_KNOWN}${MCP}`, url).href
      response.headers.set('www-authenticate', `Bearer realm="Anneal", resource_metadata="${place}"`)
      return response
    },
  }
}
