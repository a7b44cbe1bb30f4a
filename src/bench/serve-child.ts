import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { type Client, createClient } from '../sdk/sdk.ts'

/** The sources and the built package lie equally deep, so the same path finds the command of both. */
const COMMAND = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url))

export interface ServeChild {
  client: Client
  stop(): Promise<void>
}

/** A real server in a process of its own, on a free port of this host. */
export async function startServe(env: NodeJS.ProcessEnv & { ANNEAL_API_KEY: string }): Promise<ServeChild> {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--host', '127.0.0.1', '--port', '0'], {
    env,
    // A process group of its own: Ctrl-C is for the bench, which then stops the server.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const url = new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
      const found = /listens on (http:\S+)/.exec(stripVTControlCharacters(said))?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the server ended at once: ${said}`)))
  })
  return { client: createClient({ baseUrl: await url, apiKey: env.ANNEAL_API_KEY }), stop }
}
