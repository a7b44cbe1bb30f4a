import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeKey } from '../src/engine.ts'
import { freePort } from '../test/support/free-port.ts'
import { startKilledServer } from './killed-server.ts'

/** A server of its own below a home, with a port and a key that stay the same however often it dies. */
export async function openServerToKill(home: string, env: Record<string, string>) {
  const apiKey = makeKey(randomBytes)
  const port = await freePort()
  const temporary = join(home, 'tmp')
  await mkdir(temporary)
  const server = await startKilledServer({
    home,
    flags: ['--port', String(port)],
    env: {
      TMPDIR: temporary,
      ANNEAL_API_KEY: apiKey,
      ANNEAL_LOG_LEVEL: 'silent',
      // The final questions about everything acknowledged must not be refused as too fast.
      ANNEAL_RATE_PER_SECOND: '100000',
      ...env,
    },
  })
  return { server, apiKey, temporary, url: `http://127.0.0.1:${port}` }
}
