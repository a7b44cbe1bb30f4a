import type { Command } from 'commander'
import { type Bind, withServer } from '../declare.ts'
import type { Call } from '../host.ts'
import type { McpFlags } from './mcp.ts'

export function addMcp(program: Command, bind: Bind) {
  const command = program
    .command('mcp')
    .summary('serve MCP over standard input and output')
    .description(
      'Serve the Model Context Protocol over standard input and output, for clients that start their servers. A running server also serves it at /mcp.',
    )
    .option('--config [client]', 'print the configuration for a client, or for all that are known, and end')
  bind(withServer(command), async (call: Call<McpFlags>) => (await import('./mcp.ts')).mcp(call)).addHelpText(
    'after',
    NOTES,
  )
}

const NOTES = `
Examples:
  anneal mcp --config                 what to write into the configuration of your client
  anneal mcp --config vscode
  anneal mcp --server http://127.0.0.1:4400 --config cursor`
