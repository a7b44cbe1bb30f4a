import type { Engine } from '../engine.ts'
import type { McpExtension } from '../mcp/extension.ts'
import type { McpHttp } from '../mcp/serve-http.ts'
import { keyOf } from './http/authenticate.ts'
import type { Door } from './http/create-door.ts'
import { localRequest } from './http/local-exchange.ts'
import { type Row, row } from './http/row.ts'
import { policyOf } from './route/policy.ts'

export interface McpRowsNeeds extends Pick<Engine, 'config' | 'version'> {
  door(): Door
  extension?: McpExtension | undefined
}

/**
 * The address of MCP. Host, origin, key and rate are looked at as for every row; tools then call our own API with the caller's key, which
 * has to suffice for each of them.
 */
export function mcpRows({ config, version, door, extension }: McpRowsNeeds): Row[] {
  const inside: typeof fetch = async (input, init) => door().fetch(localRequest(input, init))
  let opening: Promise<McpHttp> | undefined
  // Loaded by the first request: most servers are never asked, and starting must not take longer for it.
  const open = () => {
    opening ??= import('../mcp/serve-http.ts').then(({ createMcpHttp }) =>
      createMcpHttp({ fetch: inside, version, policy: policyOf(config), bodyBytes: config.bodyBytes, extension }),
    )
    return opening
  }
  return (['POST', 'GET', 'DELETE'] as const).map((method) =>
    row({ method, path: '/mcp', access: 'read', keepsAnswer: false }, async ({ request }) =>
      (await open()).fetch(request, keyOf(request) ?? ''),
    ),
  )
}
