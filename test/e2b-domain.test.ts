import { X509Certificate } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificates } from '../src/cli/command/make-certificates.ts'
import { askPort } from './support/ask-port.ts'
import { type E2bDomain, startE2bDomain } from './support/e2b-domain.ts'
import { machineRequest } from './support/machine-request.ts'
import { startPreview } from './support/preview-server.ts'

let server: E2bDomain
let authority: string
beforeAll(async () => {
  server = await startE2bDomain()
  authority = await readFile(server.files.caFile, 'utf8')
})
afterAll(() => server.close())

describe('a server with a domain', () => {
  it('needs only its domain, a key and its certificate to be used by the official SDK', async () => {
    const seen = await server.runClient('domain-client.ts')
    expect(seen).toEqual({
      echo: 'from user\n',
      link: 'a page of the sandbox',
      preview: 'a page of the sandbox',
      talk: 'hello',
      result: '42',
      running: 'TimeoutError',
      gone: [502, { sandboxId: seen.sandboxId, message: 'The sandbox was not found', code: 502 }],
      isRunning: false,
      sandboxId: expect.stringMatching(/^[a-z0-9]+$/),
    })
  })

  it('takes the files of a template, and builds it', async () => {
    const seen = await server.runClient('template-client.ts')
    expect(seen).toEqual({ templateId: expect.stringMatching(/^tpl/), said: 'imported\n' })
  })

  it('speaks plain HTTP on the same port', async () => {
    expect(await askPort(server.port, { host: 'localhost', path: '/v1/health' })).toMatchObject({ status: 200 })
    const host = `api.${server.domain}`
    expect(await askPort(server.port, { host, path: '/sandboxes' })).toMatchObject({ status: 401 })
  })

  it('carries streams of HTTP/2 to servers inside and back, and tears them when the machine ends', async () => {
    const { id } = await server.engine.machines.create(machineRequest(), 'ada')
    const machine = await server.engine.machines.reach(id, () => false)
    if (!machine) throw new Error('no machine')
    await startPreview(machine, 8000)
    const session = connectHttp2(`https://8000-${id}.${server.domain}`, { ca: authority, lookup: toLoopback })
    const echo = await ask(session, { ':method': 'POST', ':path': '/echo?x' }, Buffer.alloc(300_000))
    expect(echo.status).toBe(418)
    const heard = JSON.parse(echo.text) as { path: string; body: number; headers: [string, string][] }
    expect([heard.path, heard.body]).toEqual(['/echo?x', 300_000])
    expect(Object.fromEntries(heard.headers)).toMatchObject({
      Host: `8000-${id}.${server.domain}`,
      'X-Forwarded-Proto': 'https',
    })
    expect(echo.cookies).toEqual(['a=1', 'b=2'])
    expect((await ask(session, { ':path': '/echo' })).text).toContain('"body": 0')
    expect((await ask(session, { ':path': '/half' })).error).toMatch(/INTERNAL_ERROR/)
    const slow = ask(session, { ':path': '/slow' })
    await wait(1000)
    await server.engine.machines.kill(id, 'ada')
    expect(await slow).toMatchObject({
      text: expect.stringContaining('tick'),
      error: expect.stringMatching(/INTERNAL_ERROR/),
    })
    expect((await ask(session, { ':path': '/' })).status).toBe(502)
    const unknown = await ask(session, { ':method': 'NO-SUCH', ':path': '/' })
    expect([unknown.status, unknown.text]).toEqual([501, expect.stringContaining('"method_unknown"')])
    session.close()
  })

  it('lets pages of any origin use links and tokens, and leaves the answers of servers inside unchanged', async () => {
    const { id, accessToken } = await server.engine.machines.create(machineRequest({ isSecured: true }), 'ada')
    const machine = await server.engine.machines.reach(id, () => false)
    if (!machine || accessToken === null) throw new Error('no machine, or none with a token')
    await startPreview(machine, 8000)
    await machine.sandbox.files.as('user').write('page.txt', 'for a page')
    const origin = 'https://pages.example'
    const asking = { origin, 'access-control-request-method': 'POST' }
    const hostOf = (port: number, machineId = id) => `${port}-${machineId}.${server.domain}`
    const preflight = (host: string, path = '/files') =>
      askPort(server.port, { host, path, method: 'OPTIONS', headers: asking })
    const allowed = {
      ...{ 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, authorization' },
      'access-control-allow-methods': expect.stringContaining('POST'),
    }
    const places = [hostOf(49983), hostOf(49999), hostOf(49983, 'gone')]
    for (const asked of [...places.map((host) => preflight(host)), preflight('localhost', '/files?signature=v1_x')]) {
      const { status, headers } = await asked
      expect([status, headers]).toEqual([204, expect.objectContaining(allowed)])
      expect(headers).not.toHaveProperty('access-control-allow-credentials')
    }
    const read = (headers: Record<string, string>, host = hostOf(49983)) =>
      askPort(server.port, { host, path: '/files?path=page.txt', headers: { origin, ...headers } })
    const answers = [read({ 'x-access-token': accessToken }), read({}), read({}, hostOf(49983, 'gone'))]
    for (const [at, [status, text]] of [
      [200, 'for a page'],
      [401, 'signature'],
      [502, 'not found'],
    ].entries()) {
      const answer = await answers[at]
      expect(answer).toMatchObject({ status, headers: { 'access-control-allow-origin': '*' } })
      expect(answer?.text).toContain(text)
    }
    const others = [preflight(hostOf(8000), '/echo'), preflight(`api.${server.domain}`, '/sandboxes')]
    for (const { headers } of await Promise.all(others))
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    await server.engine.machines.kill(id, 'ada')
  })

  it('serves its own API on its own hosts, over HTTP/2 too', async () => {
    const session = connectHttp2(`https://localhost:${server.port}`, {
      ca: authority,
      checkServerIdentity: () => undefined,
    })
    const statusOf = async (headers: Record<string, string>) =>
      (await ask(session, { ':path': '/v1/health', ...headers })).status
    expect(await statusOf({})).toBe(200)
    expect(await statusOf({ ':authority': 'evil.example' })).toBe(403)
    expect(await statusOf({ ':authority': 'evil.example', host: 'localhost' })).toBe(400)
    expect(await statusOf({ ':authority': `8000-abc.${server.domain}` })).toBe(502)
    session.close()
  })

  it('shows a renewed certificate without a restart, and ignores an unusable one', async () => {
    const before = await shownSerial()
    await makeCertificates(server.files, server.name)
    const renewed = new X509Certificate(await readFile(server.files.certFile)).serialNumber
    expect(renewed).not.toBe(before)
    await until(async () => (await shownSerial()) === renewed)
    const [good, goodKey] = await Promise.all([readFile(server.files.certFile), readFile(server.files.keyFile)])
    await writeFile(server.files.certFile, 'half a certifi')
    await until(async () => server.certificateTroubles.length > 0)
    expect(await shownSerial()).toBe(renewed)
    await writeFile(server.files.certFile, good)
    await writeFile(server.files.keyFile, goodKey)
  })

  it('has keys that only its owner may read, and an authority that signs for nothing else', async () => {
    for (const file of [server.files.keyFile, server.files.caKeyFile]) {
      expect((await stat(file)).mode & 0o777, file).toBe(0o600)
    }
    const certificate = new X509Certificate(await readFile(server.files.certFile))
    const signer = new X509Certificate(authority)
    expect(certificate.verify(signer.publicKey)).toBe(true)
    expect(certificate.checkHost(`8000-abc.${server.name}`)).toBeDefined()
    expect(certificate.checkHost('localhost')).toBeUndefined()
    expect(signer.ca).toBe(true)
  })
})

const toLoopback = ((_name: string, options: { all?: boolean }, done: (...found: unknown[]) => void) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never

async function shownSerial(): Promise<string | undefined> {
  const socket = await new Promise<TLSSocket>((resolve, reject) => {
    const opened = connect(
      { port: server.port, host: '127.0.0.1', servername: `api.${server.name}`, ca: authority },
      () => resolve(opened),
    )
    opened.once('error', reject)
  })
  const serial = socket.getPeerX509Certificate()?.serialNumber
  socket.destroy()
  return serial
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 400; n++) {
    if (await holds()) return
    await wait(50)
  }
  throw new Error('not in 20 s')
}

/** One stream, and how it ended. */
function ask(session: ClientHttp2Session, headers: Record<string, string>, body?: Buffer) {
  const stream = session.request(headers, { endStream: body === undefined })
  const seen: { status?: number; cookies?: string[]; text: string; error?: string } = { text: '' }
  stream.on('response', (told) => {
    seen.status = Number(told[':status'])
    if (told['set-cookie']) seen.cookies = told['set-cookie']
  })
  stream.setEncoding('utf8').on('data', (part: string) => {
    seen.text += part
  })
  stream.on('error', (error) => {
    seen.error = error.message
  })
  if (body) stream.end(body)
  return new Promise<typeof seen>((resolve) => stream.once('close', () => resolve(seen)))
}
