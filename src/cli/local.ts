import { randomBytes } from 'node:crypto'
import { createEngine, makeKey } from '../engine.ts'
import { createApp } from '../server/app.ts'
import type { Local } from './host.ts'
import { readConfig } from './read-config.ts'

/** The whole server inside this process, without a port: the same routes, checks and limits as over the network. */
export async function openLocal(flags: Record<string, string>): Promise<Local> {
  const apiKey = makeKey(randomBytes)
  const quiet = process.env.ANNEAL_LOG_LEVEL === undefined
  const engine = await createEngine(readConfig(flags), {
    extraKeys: [apiKey],
    // A command shows its own progress; the log is for servers, unless it is asked for.
    ...(quiet && { logs: { write: () => {} } }),
  })
  const app = createApp(engine)
  return {
    fetch: async (input, init) => app.fetch(new Request(input, init)),
    apiKey,
    close: () => engine.close(),
  }
}
