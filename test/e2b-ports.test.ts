import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LiveMachine, MachineInfo } from '../src/engine.ts'
import { askPort, type PortCall } from './support/ask-port.ts'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'
import { machineRequest } from './support/machine-request.ts'
import { startPreview } from './support/preview-server.ts'

/** Servers inside of machines, as visitors see them: by the host names of their ports, over plain HTTP. */
const DOMAIN = 'box.localhost'
let server: E2bServer
let port: number

beforeAll(async () => {
  server = await startE2bServer({ env: { ANNEAL_E2B_DOMAIN: DOMAIN, ANNEAL_PORT_CONNECTIONS: '3' } })
  port = Number(new URL(server.url).port)
})
afterAll(() => server.close())

async function makeMachine(over: Parameters<typeof machineRequest>[0] = {}): Promise<LiveMachine> {
  const { id } = await server.engine.machines.create(machineRequest(over), 'ada')
  const machine = await server.engine.machines.reach(id, () => false)
  if (!machine) throw new Error(`no machine ${id}`)
  return machine
}
const hostOf = ({ id }: MachineInfo, inner = 8000) => `${inner}-${id}.${DOMAIN}`
const ask = (machine: LiveMachine, call: Omit<PortCall, 'host'> = {}) =>
  askPort(port, { host: hostOf(machine.info), ...call })

describe('a port of a machine', () => {
  let machine: LiveMachine
  beforeAll(async () => {
    machine = await makeMachine()
    await startPreview(machine, 8000)
  })

  it('gets the visitor’s request, without headers of one connection or for us alone', async () => {
    const headers = {
      ...{ 'X-Mine': 'kept', Connection: 'X-Dropped', 'X-Dropped': '1', 'Keep-Alive': 'timeout=5', TE: 'trailers' },
      ...{ 'X-Forwarded-For': '6.6.6.6', 'X-Forwarded-Host': 'evil.example', 'E2B-Traffic-Access-Token': 'secret' },
    }
    const { status, statusMessage, headers: told, text } = await ask(machine, { path: '/echo?a=%20b#c', headers })
    const heard = JSON.parse(text) as { path: string; headers: [string, string][] }
    expect([status, statusMessage, heard.path]).toEqual([418, 'I am odd', '/echo?a=%20b#c'])
    expect(Object.fromEntries(heard.headers)).toEqual({
      ...{ Host: hostOf(machine.info), 'X-Mine': 'kept', Connection: 'close' },
      ...{ 'X-Forwarded-For': '127.0.0.1', 'X-Forwarded-Proto': 'http', 'X-Forwarded-Host': hostOf(machine.info) },
    })
    expect(told['set-cookie']).toEqual(['a=1', 'b=2'])
    expect(told['x-hop']).toBeUndefined()
  })

  it.for([
    ['of a known length', Buffer.alloc(3_000_000, 'x'), 3_000_000],
    [
      'that comes in pieces',
      (async function* () {
        for (let n = 0; n < 40; n++) yield Buffer.alloc(50_000)
      })(),
      2_000_000,
    ],
    ['that is empty', '', 0],
  ] as const)('takes a body %s', async ([, body, bytes]) => {
    expect(JSON.parse((await ask(machine, { method: 'POST', body })).text)).toMatchObject({
      method: 'POST',
      body: bytes,
    })
  })

  it('answers a HEAD request with the head alone', async () => {
    const { status, headers, text, isWhole } = await ask(machine, { method: 'HEAD' })
    expect([status, text, isWhole]).toEqual([418, '', true])
    expect(Number(headers['content-length'])).toBeGreaterThan(100)
  })

  it('is also named by headers, on our own hosts', async () => {
    const headers = { 'E2b-Sandbox-Id': machine.info.id, 'E2b-Sandbox-Port': '8000' }
    for (const host of ['localhost', '127.0.0.1', `sandbox.${DOMAIN}`]) {
      expect(await askPort(port, { host, headers }), host).toMatchObject({ status: 418 })
    }
    expect(await askPort(port, { host: 'sandbox.evil.example', headers })).toMatchObject({ status: 403 })
  })

  it('says that nobody listens, to programs in JSON and to people on a page', async () => {
    const host = hostOf(machine.info, 8001)
    const { status, text } = await askPort(port, { host })
    const said = {
      sandboxId: machine.info.id,
      port: 8001,
      message: 'The sandbox is running but port is not open',
      code: 502,
    }
    expect([status, JSON.parse(text)]).toEqual([502, said])
    const page = await askPort(port, { host, headers: { accept: 'text/html,*/*' } })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.text).toContain('port is not open')
  })

  it('says that a server speaks no HTTP, and lets nobody take half an answer for a whole one', async () => {
    expect(await ask(machine, { path: '/broken' })).toMatchObject({ status: 502, isWhole: true })
    expect(await ask(machine, { path: '/half' })).toMatchObject({ status: 200, text: 'half', isWhole: false })
  })

  it('is counted in metrics, and refused when the server has too many requests under way', async () => {
    const busy = await startE2bServer({ env: { ANNEAL_E2B_DOMAIN: DOMAIN, ANNEAL_CONCURRENT_REQUESTS: '1' } })
    const { id } = await busy.engine.machines.create(machineRequest(), 'ada')
    const live = await busy.engine.machines.reach(id, () => false)
    if (live) await startPreview(live, 8000)
    const busyPort = Number(new URL(busy.url).port)
    const begun = Promise.withResolvers<void>()
    const first = askPort(busyPort, { host: `8000-${id}.${DOMAIN}`, path: '/slow', onBegun: begun.resolve })
    await begun.promise
    const second = await askPort(busyPort, { host: `8000-${id}.${DOMAIN}` })
    expect([second.status, second.headers['retry-after']]).toEqual([503, '1'])
    await busy.engine.machines.kill(id, 'ada')
    await first
    expect((await busy.engine.metrics.expose()).text).toMatch(/route="e2b port",status="503"/)
    await busy.close()
  })

  it('attack: traffic that wakes a machine without a free place is told so, and is no bug of ours', async () => {
    const full = await startE2bServer({ env: { ANNEAL_E2B_DOMAIN: DOMAIN, ANNEAL_LIVE_SANDBOXES: '1' } })
    const { machines } = full.engine
    const { id } = await machines.create(machineRequest({ autoResume: true }), 'ada')
    await machines.pause(id, { userId: 'ada', keepsMemory: true })
    await machines.create(machineRequest(), 'ada')
    const refused = await askPort(Number(new URL(full.url).port), { host: `8000-${id}.${DOMAIN}` })
    expect([refused.status, JSON.parse(refused.text).message]).toEqual([429, expect.stringMatching(/live sandboxes/)])
    expect(full.logs.filter(({ msg }) => msg === 'unexpected error')).toEqual([])
    await full.close()
  })

  it('talks WebSocket, in both directions and with large messages', async () => {
    const headers = { 'E2b-Sandbox-Id': machine.info.id, 'E2b-Sandbox-Port': '8000' }
    const socket = openWebSocket(`ws://127.0.0.1:${port}/talk`, headers)
    await socket.opened
    const large = 'x'.repeat(60_000)
    for (const text of ['hello', large]) {
      socket.send(text)
      expect(await socket.next()).toBe(text)
    }
    socket.close()
    expect(await socket.closed).toBe(1005)
    expect(await openWebSocket(`ws://127.0.0.1:${port}/refuse`, headers).opened.catch(() => 'refused')).toBe('refused')
  })

  it('takes a bounded number of connections, and cuts them all when its machine ends', async () => {
    const begun = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const streams = begun.map(({ resolve }) => ask(machine, { path: '/slow', onBegun: resolve }))
    await Promise.all(begun.map(({ promise }) => promise))
    expect(await ask(machine)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    await server.engine.machines.kill(machine.info.id, 'ada')
    for (const { isWhole, text } of await Promise.all(streams)) {
      expect(isWhole).toBe(false)
      expect(text).toContain('data: tick')
    }
    const { status, text } = await ask(machine)
    expect([status, JSON.parse(text)]).toEqual([
      502,
      { sandboxId: machine.info.id, message: 'The sandbox was not found', code: 502 },
    ])
  })
})

describe('decisions of a machine’s owner about its ports', () => {
  it('can reserve them for bearers of the token, by HTTP and by WebSocket', async () => {
    const machine = await makeMachine({ ports: { allowPublicTraffic: false } })
    await startPreview(machine, 8000)
    const token = machine.info.trafficToken ?? ''
    const statusWith = async (headers: Record<string, string>) => (await ask(machine, { headers })).status
    expect(await statusWith({ 'E2B-Traffic-Access-Token': token })).toBe(418)
    for (const forged of ['', 'x', token.slice(1), `${token}0`, machine.info.accessToken ?? '']) {
      expect(await statusWith({ 'e2b-traffic-access-token': forged }), forged).toBe(403)
    }
    expect(await statusWith({})).toBe(403)
    expect((await ask(machine, { path: `/?e2b-traffic-access-token=${token}` })).status).toBe(403)
    const named = { 'E2b-Sandbox-Id': machine.info.id, 'E2b-Sandbox-Port': '8000' }
    const talk = (more: Record<string, string>) =>
      openWebSocket(`ws://127.0.0.1:${port}/`, { ...named, ...more }).opened.then(
        () => 'open',
        () => 'refused',
      )
    expect(await talk({})).toBe('refused')
    expect(await talk({ 'E2B-Traffic-Access-Token': token })).toBe('open')
  })

  it('can show servers another host name, and can have them speak TLS with a certificate of their own', async () => {
    const ports = { maskRequestHost: `app.example:\${PORT}`, httpsPorts: [8443] }
    const machine = await makeMachine({ ports })
    await startPreview(machine, 8000)
    await startPreview(machine, 8443, { tls: true })
    for (const inner of [8000, 8443]) {
      const { text } = await askPort(port, { host: hostOf(machine.info, inner) })
      const headers = Object.fromEntries((JSON.parse(text) as { headers: [string, string][] }).headers)
      expect(headers.Host).toBe(`app.example:${inner}`)
      expect(headers['X-Forwarded-Host']).toBeUndefined()
    }
  })

  it('can let traffic with the right token wake a paused machine', async () => {
    const machine = await makeMachine({ autoResume: true, onTimeout: 'pause', ports: { allowPublicTraffic: false } })
    await startPreview(machine, 8000)
    const { machines } = server.engine
    const { id, trafficToken } = machine.info
    await machines.pause(id, { userId: 'ada', keepsMemory: true })
    expect((await ask(machine)).status).toBe(403)
    expect((await machines.get(id, 'ada')).state).toBe('paused')
    expect((await ask(machine, { headers: { 'E2B-Traffic-Access-Token': trafficToken ?? '' } })).status).toBe(418)
    expect((await machines.get(id, 'ada')).state).toBe('running')
  })

  it('attack: a secure machine with public ports is not woken by its interpreters for a visitor who only knows its id', async () => {
    const machine = await makeMachine({ autoResume: true, onTimeout: 'pause' })
    const { machines } = server.engine
    const { id, accessToken } = machine.info
    const askContexts = (shown: Record<string, string>) =>
      askPort(port, {
        ...{ host: 'localhost', path: '/contexts' },
        headers: { 'E2b-Sandbox-Id': id, 'E2b-Sandbox-Port': '49999', ...shown },
      })
    await machines.pause(id, { userId: 'ada', keepsMemory: true })
    expect((await askContexts({})).status).toBe(403)
    expect((await machines.get(id, 'ada')).state).toBe('paused')
    expect((await askContexts({ 'X-Access-Token': accessToken ?? '' })).status).toBe(200)
    expect((await machines.get(id, 'ada')).state).toBe('running')
  })

  it('can leave a paused machine asleep, which then answers like one that is gone', async () => {
    const machine = await makeMachine()
    await startPreview(machine, 8000)
    const named = { 'E2b-Sandbox-Id': machine.info.id, 'E2b-Sandbox-Port': '8000' }
    const socket = openWebSocket(`ws://127.0.0.1:${port}/`, named)
    const stream = ask(machine, { path: '/slow' })
    await socket.opened
    await wait(100)
    await server.engine.machines.pause(machine.info.id, { userId: 'ada', keepsMemory: true })
    expect(await socket.closed).toBe(1006)
    expect(await stream).toMatchObject({ isWhole: false })
    expect(await ask(machine)).toMatchObject({ status: 502 })
  })
})

/** Node's own client, since it can set more headers than those of browsers. */
function openWebSocket(url: string, headers: Record<string, string>) {
  const socket = new (WebSocket as unknown as new (url: string, options: object) => WebSocket)(url, { headers })
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('refused')))
  })
  opened.catch(() => {})
  return {
    opened,
    closed: new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code))),
    send: (text: string) => socket.send(text),
    next: () =>
      new Promise((resolve) => socket.addEventListener('message', ({ data }) => resolve(data), { once: true })),
    close: () => socket.close(),
  }
}
