import { randomBytes } from 'node:crypto'
import { createEngine, makeKey } from '../engine.ts'
import { createApp } from '../server/app.ts'
import { localRequest } from '../server/http/local-exchange.ts'
import { readConfig } from './read-config.ts'

export interface LocalServer {
  fetch: typeof fetch
  apiKey: string
  close(): Promise<void>
}

/** The whole server inside this process, without a port: the same routes, checks and limits as over the network. */
export async function openLocal(flags: Record<string, string>): Promise<LocalServer> {
  const apiKey = makeKey(randomBytes)
  const quiet = process.env.ANNEAL_LOG_LEVEL === undefined
  const engine = await createEngine(readConfig(flags), {
    extraKeys: [apiKey],
    isBrief: true,
    // A command shows its own progress; logs are for servers, unless they are asked for.
    ...(quiet && { logs: { write: () => {} } }),
  })
  const app = createApp(engine)
  return {
    fetch: async (input, init) => app.fetch(localRequest(input, init)),
    apiKey,
    close: () => engine.close(),
  }
}
