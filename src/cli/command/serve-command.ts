import type { Command } from 'commander'
import type { Bind } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'

interface ServeFlags {
  port?: string
  host?: string
}

export function addServe(program: Command, bind: Bind) {
  const command = program
    .command('serve')
    .summary('start the server')
    .description('Start the server.')
    .option('--port <n>', 'port to listen on (4400); 0 takes a free one')
    .option('--host <address>', 'address to listen on (127.0.0.1)')
  bind(command, startServer)
}

async function startServer({ flags, host }: Call<ServeFlags>): Promise<number> {
  const { serve } = await import('./serve.ts')
  await serve(flags, host)
  return EXIT.ok
}
