import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** The only key of the server. */
export const OBJECT_STORE_KEY = { keyId: 'S3RVER', secret: 'S3RVER' }

type Interference = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>

export interface ObjectStore {
  endpoint: string
  /** Sets a function that runs before the server sees a request; it returns true when it has answered. */
  interfere(first: Interference): void
  stop(): Promise<void>
}

/** A real S3 server on a free port, with one bucket. */
export async function startObjectStore(bucket: string): Promise<ObjectStore> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-s3-'))
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: bucket, configs: [] }] })
  await s3.configureBuckets()
  let first: Interference = () => false
  const answer = s3.callback()
  const server = createServer(async (request, response) => {
    if (!(await first(request, response))) answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    interfere(next) {
      first = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
