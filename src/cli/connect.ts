import type { Client } from '../sdk/sdk.ts'
import type { Host } from './host.ts'
import { UsageError } from './usage-error.ts'

export interface ServerFlags {
  server?: string
  apiKey?: string
}

/** Every in-process call names this host; nothing needs to listen there. */
const IN_PROCESS_URL = 'http://127.0.0.1'

/** Gives `use` a client of the named server, or of a server inside this process that ends afterwards. */
export async function withClient<T>(
  { host, flags }: { host: Host; flags: ServerFlags },
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const server = await serverOf(host, flags)
  const { createClient } = await import('../sdk/sdk.ts')
  if (server) {
    const apiKey = flags.apiKey ?? (host.env.ANNEAL_API_KEY || (await host.readSettings()).apiKey)
    return use(createClient({ baseUrl: server, apiKey, fetch: host.fetch }))
  }
  const local = await host.openLocal({})
  try {
    return await use(
      createClient({ baseUrl: IN_PROCESS_URL, apiKey: flags.apiKey ?? local.apiKey, fetch: local.fetch }),
    )
  } finally {
    await local.close()
  }
}

/** A flag and a variable come first: reading the whole configuration takes as long as opening the engine. */
export async function serverOf(host: Host, flags: ServerFlags): Promise<string | undefined> {
  const address = flags.server ?? (host.env.ANNEAL_SERVER || (await host.readSettings()).server)
  if (address === '' && flags.server === undefined) return undefined
  const url = URL.parse(address)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return address
  throw new UsageError(
    `"${address}" is not the address of a server.`,
    'Give --server or ANNEAL_SERVER as http://HOST:PORT, such as http://127.0.0.1:4400.',
  )
}
