import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { connect as connectHttp2 } from 'node:http2'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Sandbox } from '@e2b/code-interpreter'
import { expect, test, vi } from 'vitest'
import { makeCertificates } from '../src/cli/command/make-certificates.ts'
import { localCertificateFiles } from '../src/server/tls/local-certificate.ts'
import { sendRaw } from './support/ask-port.ts'
import { PREVIEW_SERVER } from './support/preview-server.ts'
import { READY, type Served, serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

const env = { ANNEAL_SHUTDOWN_GRACE_MS: '500' }
/** Far more than a stop takes, even on a busy host. */
const ENDS_WITHIN_MS = 20_000

/** A module that keeps the main thread of a process alive for ever. */
const GOES_ON = `data:text/javascript,${encodeURIComponent(
  'import { isMainThread } from "node:worker_threads"; import { createServer } from "node:net"; if (isMainThread) createServer().listen(0, "127.0.0.1")',
)}`

async function stop({ child, ended }: Served) {
  child.kill('SIGTERM')
  const late = new Promise<'went on'>((resolve) => setTimeout(resolve, ENDS_WITHIN_MS, 'went on').unref())
  return Promise.race([ended, late])
}

test('a stopped server ends although something in it would go on, and names it', async () => {
  await withHome((home) =>
    serving({ home, env, nodeFlags: ['--import', GOES_ON] }, async (served) => {
      const end = await stop(served)
      expect(end).toMatchObject({ exitCode: 0, signal: null })
      expect((end as { stderr: string }).stderr).toMatch(/"left":\{"TCPServerWrap":1\}/)
    }),
  )
})

test('a stopped server ends after TLS, HTTP/2, WebSocket, terminals and broken uploads, and leaves nothing open', async () => {
  await withHome(async (home) => {
    await mkdir(join(home, 'certs'), { recursive: true })
    const { certFile, keyFile, ...files } = localCertificateFiles(home)
    await makeCertificates({ certFile, keyFile, ...files }, 'box.localhost')
    const tls = { ANNEAL_TLS_CERT: certFile, ANNEAL_TLS_KEY: keyFile }
    await serving({ home, env: { ...env, ...tls, ...READY } }, async (served) => {
      const options = { apiUrl: served.url, sandboxUrl: served.url, apiKey: served.key }
      const sandbox = await Sandbox.create(options)
      expect((await sandbox.runCode('6 * 7')).text).toBe('42')
      const named = { 'e2b-sandbox-id': sandbox.sandboxId }
      await sandbox.pty.create({ cols: 80, rows: 24, onData: () => {} })
      await breakOffUpload(served, sandbox)
      const session = connectHttp2(served.url.replace('http:', 'https:'), { rejectUnauthorized: false })
      session.on('error', () => {})
      const health = session.request({ ':path': '/v1/health' })
      await once(health.resume(), 'end')
      const upload = session.request({ ':method': 'POST', ':path': '/files?path=half', ...named })
      upload.on('error', () => {})
      upload.write('half')
      const talk = await openTalk(served, sandbox)
      const end = await stop(served)
      expect(end).toMatchObject({ exitCode: 0, signal: null })
      expect((end as { stderr: string }).stderr).not.toMatch(/"left"/)
      session.destroy()
      talk.destroy()
    })
  })
})

async function breakOffUpload({ port }: Served, sandbox: Sandbox): Promise<void> {
  const token = (sandbox as unknown as { envdAccessToken: string }).envdAccessToken
  const socket = connect(port, '127.0.0.1')
  const head = [
    'POST /files?path=broken HTTP/1.1',
    'Host: localhost',
    `E2b-Sandbox-Id: ${sandbox.sandboxId}`,
    `X-Access-Token: ${token}`,
    'Content-Type: application/octet-stream',
    'Content-Length: 1000000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(10_000)}`)
  // The file exists when its first bytes have come, or only when it is whole.
  await vi.waitFor(async () => expect(await sandbox.files.exists('broken')).toBe(true)).catch(() => {})
  socket.resetAndDestroy()
}

/** Opens a WebSocket to a server inside, and stays. */
async function openTalk({ port }: Served, sandbox: Sandbox) {
  await sandbox.files.write('preview.py', PREVIEW_SERVER)
  await sandbox.commands.run('python3 preview.py 9000', { background: true })
  const lines = [
    'GET /talk HTTP/1.1',
    'Host: localhost',
    `E2b-Sandbox-Id: ${sandbox.sandboxId}`,
    'E2b-Sandbox-Port: 9000',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  const ask = `${lines.join('\r\n')}\r\n\r\n`
  await expect.poll(() => sendRaw(port, `${ask}`.replace('/talk', '/refuse'))).toMatch(/HTTP\/1\.1 (?!502)/)
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(ask)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 101/)
  return socket
}
