/** Anneal as an MCP server: the official client starts `anneal mcp` and calls its tools. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

const home = await mkdtemp(join(tmpdir(), 'anneal-example-'))
const command = new URL('../bin/anneal.js', import.meta.url).pathname
const client = new Client({ name: 'example', version: '1' })
const env = { PATH: process.env.PATH ?? '', ANNEAL_HOME: home }
await client.connect(new StdioClientTransport({ command: process.execPath, args: [command, 'mcp'], env }))

const { tools } = await client.listTools()
console.log(tools.map(({ name }) => name).join(', '))

async function call(name: string, given: Record<string, unknown>) {
  const { content } = await client.callTool({ name, arguments: given })
  const [first] = content
  return JSON.parse(first?.type === 'text' ? first.text : '{}')
}

// The id of a session is the handle of everything that lasts.
const { id: session } = await call('session', { do: 'create' })
const code = 'squares = [n * n for n in (1, 2, 3)]\nprint(squares)'
const first = await call('run_code', { session, language: 'python', code })
console.log(first.outcome, first.stdout.trim())
const second = await call('run_code', { session, language: 'python', code: 'print(len(squares))' })
console.log(second.outcome, second.stdout.trim())

await client.close()
await rm(home, { recursive: true })
