import type { Client, Transport } from '@modelcontextprotocol/client'
import { EngineError } from '../../contract/errors.ts'
import type { SourceTool, ToolAnswer, ToolSource } from '../tool/tool-source.ts'
import { egressFetch } from './egress-fetch.ts'
import type { DistantServer, McpServerEntry, SandboxedServer } from './mcp-servers.ts'
import type { OwnSandbox } from './own-sandbox.ts'

export interface McpSourceNeeds {
  version: string
  networkCeiling: string[]
  createSandbox(
    request: { network: { allow: string[] }; env: Record<string, string>; limits?: SandboxedServer['limits'] },
    caller: { userId: string; signal: AbortSignal },
  ): Promise<OwnSandbox>
}

interface Connection {
  client: Promise<Client>
  idle: NodeJS.Timeout
}

/** A server that nobody used for this long is ended; the next call starts it anew. */
const IDLE_MS = 300_000
/** Servers of the older protocol that never answer unknown requests are spoken to in theirs after this time. */
const PROBE_MS = 5000
/** The caller has the time limit. */
const PATIENCE_MS = 3_600_000
const MOST_TOOLS = 500
const MOST_DESCRIPTION = 4000

/** The tools of one MCP server. Each user has a connection, and a sandbox, of their own: nothing of one is seen by another. */
export function mcpSource(name: string, entry: McpServerEntry, needs: McpSourceNeeds): ToolSource {
  const connections = new Map<string, Connection>()
  const forget = (userId: string, connection: Connection) => {
    clearTimeout(connection.idle)
    if (connections.get(userId) === connection) connections.delete(userId)
  }
  const open = (userId: string, signal: AbortSignal): Connection => {
    const idle = setTimeout(() => void close(userId), IDLE_MS).unref()
    const connection: Connection = { client: connect(entry, { ...needs, userId, signal }), idle }
    connections.set(userId, connection)
    connection.client.then(
      (client) => {
        client.onclose = () => forget(userId, connection)
      },
      () => forget(userId, connection),
    )
    return connection
  }
  const close = async (userId: string) => {
    const connection = connections.get(userId)
    if (!connection) return
    forget(userId, connection)
    await (await connection.client.catch(() => undefined))?.close()
  }
  const use = async <T>(caller: { userId: string; signal: AbortSignal }, work: (client: Client) => Promise<T>) => {
    const connection = connections.get(caller.userId) ?? open(caller.userId, caller.signal)
    connection.idle.refresh()
    try {
      return await work(await connection.client)
    } catch (error) {
      caller.signal.throwIfAborted()
      if (error instanceof EngineError) throw error
      throw new EngineError('TOOL_FAILED', { tool: name, reason: reasonOf(error) }, { cause: error })
    }
  }
  return {
    name,
    list: (caller) =>
      use(caller, async (client) => {
        const { tools } = await client.listTools({}, { signal: caller.signal, timeout: PATIENCE_MS })
        return tools.slice(0, MOST_TOOLS).map(toolOf)
      }),
    call: (call) =>
      use(call, async (client) => {
        const { tool, arguments: given, idempotencyKey, signal } = call
        const _meta = { 'anneal/idempotency-key': idempotencyKey }
        return answerOf(
          await client.callTool({ name: tool, arguments: given, _meta }, { signal, timeout: PATIENCE_MS }),
        )
      }),
    close: async () => void (await Promise.all([...connections.keys()].map(close))),
  }
}

type Asked = McpSourceNeeds & { userId: string; signal: AbortSignal }

async function connect(entry: McpServerEntry, asked: Asked): Promise<Client> {
  // Loaded when a server is used for the first time.
  const { Client } = await import('@modelcontextprotocol/client')
  const client = new Client(
    { name: 'anneal', version: asked.version },
    { versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } } },
  )
  const transport = await ('url' in entry ? distant(entry, asked) : sandboxed(entry, asked))
  try {
    await client.connect(transport, { signal: asked.signal })
    return client
  } catch (error) {
    // Nobody else would end its sandbox.
    await transport.close()
    throw error
  }
}

async function distant({ url, headers }: DistantServer, { networkCeiling }: Asked): Promise<Transport> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: egressFetch(networkCeiling),
  })
}

async function sandboxed(entry: SandboxedServer, { createSandbox, userId, signal }: Asked): Promise<Transport> {
  const { startInSandbox } = await import('./sandbox-transport.ts')
  const { network, env, limits } = entry
  const own = await createSandbox({ network: { allow: network }, env, ...(limits && { limits }) }, { userId, signal })
  return startInSandbox(own, entry).catch(async (error) => {
    await own.destroy()
    throw error
  })
}

const toolOf = (tool: {
  name: string
  description?: string | undefined
  inputSchema: object
  outputSchema?: object | undefined
}): SourceTool => ({
  name: tool.name,
  description: (tool.description ?? '').slice(0, MOST_DESCRIPTION),
  input: { ...tool.inputSchema },
  ...(tool.outputSchema && { output: { ...tool.outputSchema } }),
  reach: 'outside',
})

const answerOf = ({ content, structuredContent, isError }: ToolResult): ToolAnswer => ({
  isError: isError === true,
  content,
  ...(structuredContent !== undefined && { value: structuredContent }),
})
type ToolResult = Awaited<ReturnType<Client['callTool']>>

const MOST_REASON = 500
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).slice(0, MOST_REASON)
