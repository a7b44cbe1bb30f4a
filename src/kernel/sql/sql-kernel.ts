import type { KernelProgram } from '../kernel-program.ts'
import { RELAY_COMMAND, relaySource } from '../relay/relay-program.ts'

const HERE = new URL('./', import.meta.url)

/** SQLite. Another database would be another program beside this one: its only state is a connection. */
export const sqlKernel: KernelProgram = {
  language: 'sql',
  aliases: ['sqlite', 'sqlite3'],
  command: RELAY_COMMAND,
  source: () => relaySource(HERE, { name: 'serve_sql', texts: [] }),
}
