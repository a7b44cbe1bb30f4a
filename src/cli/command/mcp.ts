import { clientConfigs, KNOWN_CLIENTS, type Reached } from '../../mcp/client-configs.ts'
import { type ServerFlags, serverOf, withClient } from '../connect.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { UsageError } from '../usage-error.ts'

export interface McpFlags extends ServerFlags {
  config?: string | true
}

/** Serves until the client closes our standard input, or the process is told to stop. */
export async function mcp({ host, flags }: Call<McpFlags>): Promise<number> {
  if (flags.config !== undefined) return printConfig(host, flags)
  const stopped = Promise.withResolvers<void>()
  const release = host.onStop(() => stopped.resolve())
  try {
    const { serveOnStdio } = await import('../../mcp/serve-stdio.ts')
    await withClient({ host, flags }, (client) => serveOnStdio({ client, stopped: stopped.promise }))
  } finally {
    release()
  }
  return EXIT.ok
}

async function printConfig(host: Host, flags: McpFlags): Promise<number> {
  if (flags.server !== undefined) await serverOf(host, flags)
  const { config } = flags
  const name = typeof config === 'string' ? config : undefined
  if (name !== undefined && !Object.hasOwn(KNOWN_CLIENTS, name))
    throw new UsageError(
      `"${name}" is no client that is known here.`,
      `Known are: ${Object.keys(KNOWN_CLIENTS).join(', ')}.`,
    )
  await host.stdout.write(clientConfigs(reachedOf(host, flags), name))
  return EXIT.ok
}

/** With --server, clients speak to its /mcp; otherwise they start this very command, wherever they run. The key is never printed. */
function reachedOf(host: Host, { server }: McpFlags): Reached {
  if (server !== undefined) return { url: new URL('/mcp', server).href }
  const home = host.env.ANNEAL_HOME
  const args = [process.argv[1] ?? 'anneal', 'mcp']
  return { command: process.execPath, args, env: home === undefined ? {} : { ANNEAL_HOME: home } }
}
