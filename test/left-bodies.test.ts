import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Volume } from 'e2b'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { machineRequest } from './support/machine-request.ts'
import { templateTools } from './support/template-tools.ts'

let server: E2bServer
const { call } = templateTools(() => server)

beforeAll(async () => {
  server = await startE2bServer()
})
afterAll(() => server?.close())

interface Left {
  method: string
  path: string
  headers: Record<string, string>
}

/** Sends the head and the beginning of a body, and leaves when they have arrived. */
async function leave({ method, path, headers }: Left): Promise<void> {
  const length = headers['content-length'] ?? '100000'
  const sent = request(new URL(path, server.url), { method, headers: { ...headers, 'content-length': length } })
  sent.on('error', () => {})
  sent.write('{"code": "x')
  await wait(150)
  sent.destroy()
}

async function bodiesOfAllDoors(): Promise<Left[]> {
  const { id, accessToken } = await server.engine.machines.create(machineRequest(), 'ada')
  const volume = await Volume.create('left', server.options)
  const { templateID } = await call('POST', '/v3/templates', { name: `t-${randomUUID()}` })
  const { url } = (await call('GET', `/templates/${templateID}/files/${'a'.repeat(64)}`)) as { url: string }
  const json = { 'content-type': 'application/json' }
  const key = { ...json, 'x-api-key': server.key }
  const machine = { 'e2b-sandbox-id': id, 'x-access-token': String(accessToken) }
  const bearer = { ...json, authorization: `Bearer ${volume.token}` }
  const content = `/volumecontent/${volume.volumeId}`
  const bytes = { ...machine, 'content-type': 'application/octet-stream' }
  return [
    { method: 'POST', path: '/v1/runs', headers: key },
    { method: 'PUT', path: '/v1/volumes/left/files?path=a', headers: key },
    { method: 'POST', path: `/sandboxes/${id}/pause`, headers: key },
    { method: 'PUT', path: url, headers: {} },
    { method: 'PATCH', path: `${content}/path?path=a`, headers: bearer },
    { method: 'PUT', path: `${content}/file?path=a`, headers: bearer },
    { method: 'POST', path: '/files?path=a', headers: bytes },
    { method: 'POST', path: '/files?path=a', headers: { ...bytes, 'content-encoding': 'gzip' } },
    { method: 'POST', path: '/files', headers: { ...machine, 'content-type': 'multipart/form-data; boundary=x' } },
    { method: 'POST', path: '/filesystem.Filesystem/Stat', headers: { ...machine, ...json } },
    {
      method: 'POST',
      path: '/process.Process/Start',
      headers: { ...machine, 'content-type': 'application/connect+json' },
    },
    { method: 'POST', path: '/execute', headers: { ...machine, ...json, 'e2b-sandbox-port': '49999' } },
    { method: 'POST', path: '/any', headers: { ...machine, 'e2b-sandbox-port': '8000' } },
  ]
}

test('attack: a sender who leaves in the middle of a body, at any door, is no bug in the log', async () => {
  for (const left of await bodiesOfAllDoors()) {
    await leave(left)
    expect((await fetch(new URL('/v1/health', server.url))).ok).toBe(true)
    const bugs = server.logs.filter(({ msg }) => msg === 'unexpected error')
    expect(bugs, `${left.method} ${left.path}`).toEqual([])
  }
})
