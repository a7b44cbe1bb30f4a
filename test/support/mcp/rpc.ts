import type { Call } from '../engine.ts'

/** One request of protocol 2026-07-28, as it goes over the wire. */
export interface Rpc {
  call(path: string, call?: Call): Promise<Response>
  /** Of ada unless it is given; an empty one sends none. */
  key?: string
  headers?: Record<string, string>
  /** Capabilities that the client declares. */
  capabilities?: Record<string, unknown>
  meta?: Record<string, unknown>
  signal?: AbortSignal
}

export const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }

export async function sendRpc(rpc: Rpc, method: string, params: Record<string, unknown> = {}): Promise<Response> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': rpc.capabilities ?? {},
    ...rpc.meta,
  }
  const named = params.name ?? params.uri ?? params.taskId
  return rpc.call('/mcp', {
    ...(rpc.key !== undefined && { key: rpc.key }),
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof named === 'string' && { 'mcp-name': named }),
      ...rpc.headers,
    },
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
    ...(rpc.signal && { signal: rpc.signal }),
  })
}

/** The result, or the error, of a request that is answered at once. */
export async function askRpc<T = Record<string, unknown>>(
  rpc: Rpc,
  method: string,
  params?: Record<string, unknown>,
): Promise<{ result: T; error: { code: number; message: string; data?: unknown } }> {
  return (await sendRpc(rpc, method, params)).json() as never
}
