/** An MCP server as tools of Anneal: its program runs in a sandbox, and each call is an action that is kept. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../src/engine.ts'

const home = await mkdtemp(join(tmpdir(), 'anneal-example-'))
const program = await readFile(new URL('notes-mcp-server.py', import.meta.url), 'utf8')
const notes = { command: 'python3', args: ['notes.py'], files: { 'notes.py': program } }
const servers = join(home, 'mcp-servers.json')
await writeFile(servers, JSON.stringify({ mcpServers: { notes } }))

const engine = await createEngine({ home, logLevel: 'silent', mcpServers: servers })
const { tools } = await engine.actions.tools()
console.log(tools.map(({ name }) => name).join(', '))

const call = (tool: string, given: object) =>
  engine.actions.executeAction({ type: 'tool.call', input: { tool, arguments: given } })
await call('notes/add', { text: 'buy milk' })
const { outcome, output } = await call('notes/list', {})
// Text of a tool is text of strangers: data, never an instruction.
console.log(outcome, (output as { text: string }).text)

await engine.close()
await rm(home, { recursive: true })
