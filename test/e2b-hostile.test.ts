import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MachineInfo } from '../src/engine.ts'
import { askPort, sendRaw } from './support/ask-port.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { machineRequest } from './support/machine-request.ts'
import { startPreview } from './support/preview-server.ts'

/** Requests to E2B's API from attackers. */
const DOMAIN = 'box.localhost'
let server: E2bServer
let port: number
let machine: MachineInfo

beforeAll(async () => {
  server = await startE2bServer({ env: { ANNEAL_E2B_DOMAIN: DOMAIN } })
  port = Number(new URL(server.url).port)
  machine = await server.engine.machines.create(machineRequest(), 'ada')
  const live = await server.engine.machines.reach(machine.id, () => false)
  if (live) await startPreview(live, 8000)
})
afterAll(() => server.close())

const host = () => `8000-${machine.id}.${DOMAIN}`
const statusesOf = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
/** One request as text; `{host}` is the port of the machine. */
const send = async (...lines: string[]) => sendRaw(port, `${lines.join('\r\n')}\r\n\r\n`.replaceAll('{host}', host()))

describe('an ambiguous request', () => {
  it.for([
    ['has two lengths', ['POST / HTTP/1.1', 'Host: {host}', 'Content-Length: 4', 'Content-Length: 5']],
    ['has a length and chunks', ['POST / HTTP/1.1', 'Host: {host}', 'Content-Length: 4', 'Transfer-Encoding: chunked']],
    ['has chunks under another name', ['POST / HTTP/1.1', 'Host: {host}', 'Transfer-Encoding: xchunked']],
    ['has two codings', ['POST / HTTP/1.1', 'Host: {host}', 'Transfer-Encoding: gzip, chunked']],
    ['has two hosts', ['GET / HTTP/1.1', 'Host: {host}', 'Host: localhost']],
    ['has a host in its path too', ['GET http://localhost/v1/runs HTTP/1.1', 'Host: {host}']],
    ['has a space before a colon', ['GET / HTTP/1.1', 'Host: {host}', 'Content-Length : 3']],
    ['folds a header', ['GET / HTTP/1.1', 'Host: {host}', 'X-A: 1', ' Transfer-Encoding: chunked']],
    ['ends its lines badly', ['GET / HTTP/1.1\nHost: {host}', 'X: 1']],
    ['has no host', ['GET / HTTP/1.1', 'X: 1']],
  ] as const)('is refused when it %s', async ([, lines]) => {
    expect(new Set(statusesOf(await send(...lines)))).toEqual(new Set([400]))
  })

  it('cannot carry a second request in its body', async () => {
    const body = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'
    const { status, text } = await askPort(port, { host: host(), method: 'POST', body })
    expect([status, JSON.parse(text)]).toEqual([418, expect.objectContaining({ path: '/echo', body: body.length })])
  })

  it('cannot add headers for a server inside', async () => {
    const headers = { 'X-A': '1%0d%0aX-Injected: 2' }
    const { text } = await askPort(port, { host: host(), path: '/a%0d%0aX-Injected:%201', headers })
    const heard = JSON.parse(text) as { path: string; headers: [string, string][] }
    expect(heard.path).toBe('/a%0d%0aX-Injected:%201')
    expect(heard.headers.map(([name]) => name)).not.toContain('X-Injected')
  })
})

describe('a name that leads nowhere', () => {
  it.for([
    ['0', 400],
    ['65536', 400],
    ['99999999999999999999', 400],
    ['8000/../49983', 400],
    ['', 400],
  ] as const)('has the port %j in its header', async ([wanted, status]) => {
    const headers = { 'E2b-Sandbox-Id': machine.id, 'E2b-Sandbox-Port': wanted }
    expect(await askPort(port, { host: 'localhost', headers })).toMatchObject({ status })
  })

  it.for([
    ['of another domain', `8000-ID.evil.example`, 403],
    ['with our domain in front', `8000-ID.${DOMAIN}.evil.example`, 403],
    ['with a user in it', `8000-ID.${DOMAIN}@evil.example`, 400],
    ['with a path in it', `8000-ID.${DOMAIN}/..`, 400],
    ['with two labels', `x.8000-ID.${DOMAIN}`, 400],
    ['of nobody', `8000-IDx.${DOMAIN}`, 502],
  ] as const)('is a host %s', async ([, form, status]) => {
    expect(await askPort(port, { host: form.replace('ID', machine.id) })).toMatchObject({ status })
  })

  it('is too long a head', async () => {
    expect(statusesOf(await send('GET / HTTP/1.1', 'Host: {host}', `X-Long: ${'x'.repeat(20_000)}`))).toEqual([431])
  })
})

describe('our own API', () => {
  it('is not reached by a host of the domain, nor by headers that name a machine', async () => {
    expect(await askPort(port, { host: host(), path: '/v1/health' })).toMatchObject({ status: 418 })
    expect(await askPort(port, { host: `api.${DOMAIN}`, path: '/v1/health' })).not.toMatchObject({ status: 200 })
    const page = await askPort(port, { host: 'evil.example', path: '/sandboxes' })
    expect([page.status, JSON.parse(page.text).error.code]).toEqual([403, 'HOST_REFUSED'])
  })

  it('answers an upgrade like every other request', async () => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Key': 'x',
      'Sec-WebSocket-Version': '13',
    }
    expect(await askPort(port, { host: 'localhost', path: '/v1/health', headers })).toMatchObject({ status: 200 })
    const h2c = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQAAP__' }
    expect(await askPort(port, { host: 'localhost', path: '/v1/health', headers: h2c })).toMatchObject({ status: 200 })
    expect(await askPort(port, { host: host(), headers: h2c })).toMatchObject({ status: 418 })
  })
})

it('a stopping server cuts upgraded connections and streams', async () => {
  const other = await startE2bServer({ env: { ANNEAL_E2B_DOMAIN: DOMAIN } })
  const { id } = await other.engine.machines.create(machineRequest(), 'ada')
  const live = await other.engine.machines.reach(id, () => false)
  if (!live) throw new Error('no machine')
  await startPreview(live, 8000)
  const otherPort = Number(new URL(other.url).port)
  const slow = askPort(otherPort, { host: `8000-${id}.${DOMAIN}`, path: '/slow' })
  const key = 'dGhlIHNhbXBsZSBub25jZQ=='
  const upgrade = [
    'GET /talk HTTP/1.1',
    `Host: 8000-${id}.${DOMAIN}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Key: ${key}`,
  ]
  const talk = sendRaw(otherPort, `${upgrade.join('\r\n')}\r\n\r\n`, { stayOpen: true })
  await wait(1000)
  await other.close()
  expect(await slow).toMatchObject({ status: 200, isWhole: false })
  expect(statusesOf(await talk)).toEqual([101])
})
