import { Client, type ElicitResult, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { COMPILED } from '../compiled.ts'

const PROGRAM = new URL('../../../bin/anneal.js', import.meta.url).pathname

export type Revision = '2026-07-28' | '2025-11-25'

/** The person behind a client: answers the questions that it shows. */
export type Ask = (question: { message: string }) => Promise<ElicitResult> | ElicitResult

function newClient(revision: Revision, ask?: Ask, declared: object = {}): Client {
  const versionNegotiation = { mode: revision === '2025-11-25' ? ('legacy' as const) : { pin: revision } }
  const capabilities = { ...declared, ...(ask && { elicitation: { form: {} } }) }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation, capabilities })
  if (ask) client.setRequestHandler('elicitation/create', ({ params }) => ask(params))
  return client
}

/** The official client over Streamable HTTP. */
export async function httpClient(
  { url, key }: { url: string; key: string },
  revision: Revision,
  ask?: Ask,
  /** Capabilities that it declares beside. */
  declared?: object,
): Promise<Client> {
  const client = newClient(revision, ask, declared)
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }))
  return client
}

/** The official client of `anneal mcp`, which it starts as a process. */
export async function stdioClient(
  env: Record<string, string>,
  revision: Revision,
  ask?: Ask,
): Promise<{ client: Client; pid: number }> {
  const client = newClient(revision, ask)
  const all = { PATH: process.env.PATH ?? '', ...COMPILED, ...env } as Record<string, string>
  const transport = new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp'], env: all })
  await client.connect(transport)
  return { client, pid: transport.pid ?? 0 }
}

/** Calls a tool; gives its text, parsed where it is JSON. */
export async function call(client: Client, name: string, given: Record<string, unknown>): Promise<Told> {
  const result = await client.callTool({ name, arguments: given })
  const [first] = result.content
  const text = first?.type === 'text' ? first.text : ''
  return { isError: result.isError === true, text, content: result.content, ...parsed(text) }
}

export interface Told {
  isError: boolean
  text: string
  content: Awaited<ReturnType<Client['callTool']>>['content']
  [field: string]: unknown
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
