import { createMcpHandler, type McpRequestContext } from '@modelcontextprotocol/server'
import type { ServerPolicy } from '../contract/policy.ts'
import { createClient } from '../sdk/sdk.ts'
import { createAskingSessions } from './asking-sessions.ts'
import { createMcpServer } from './create-mcp-server.ts'
import type { McpExtension } from './extension.ts'

export interface McpHttpNeeds {
  /** Our own API, inside of this process: every call of a tool goes through its keys, limits and checks. */
  fetch: typeof fetch
  version: string
  policy: ServerPolicy
  bodyBytes: number
  extension?: McpExtension | undefined
}

export interface McpHttp {
  /** Answers one request of a caller who was let in with this key. */
  fetch(request: Request, key: string): Promise<Response>
}

/** Names this host in calls to our own API; nothing needs to listen there. */
const OWN_URL = 'http://127.0.0.1'

/** Streamable HTTP: every request is whole by itself, so any engine on the same store can answer it. */
export function createMcpHttp({ fetch, version, policy, bodyBytes, extension }: McpHttpNeeds): McpHttp {
  const create = (key: string, context: Pick<McpRequestContext, 'era'>) => {
    const client = createClient({ baseUrl: OWN_URL, apiKey: key, fetch })
    return createMcpServer({ client, policy, version, extension, notify: handler.notify }, context)
  }
  const handler = createMcpHandler((context) => create(context.authInfo?.token ?? '', context), {
    maxRequestBodySize: bodyBytes,
  })
  const sessions = createAskingSessions((key) => create(key, { era: 'legacy' }), { bodyBytes })
  return {
    fetch: async (request, key) =>
      (await sessions.fetch(request, key)) ??
      handler.fetch(request, { authInfo: { token: key, clientId: '', scopes: [] } }),
  }
}
