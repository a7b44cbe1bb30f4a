import { readFile } from 'node:fs/promises'
import { get } from 'node:https'
import { expect, test } from 'vitest'
import { makeCertificates } from '../src/cli/command/make-certificates.ts'
import { localCertificateFiles } from '../src/server/tls/local-certificate.ts'
import { sendRaw } from './support/ask-port.ts'
import { serving, startServe } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

test('a server with tlsOnly refuses plain HTTP unread, says so, and serves the same over TLS', async () => {
  await withHome(async (home) => {
    const { caFile, ...files } = localCertificateFiles(home)
    await makeCertificates({ caFile, ...files }, 'box.localhost')
    const ca = await readFile(caFile, 'utf8')
    const env = { ANNEAL_TLS_ONLY: 'true', ANNEAL_ALLOWED_HOSTS: 'box.localhost', ANNEAL_LOG_FORMAT: 'pretty' }
    await serving({ home, env }, async ({ url, port, key, child, ended }) => {
      expect(url).toBe(`https://box.localhost:${port}`)
      const request = `GET /v1/runs HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`
      const [head = '', body = ''] = (await sendRaw(port, request, { stayOpen: true })).split('\r\n\r\n')
      expect(head).toMatch(/^HTTP\/1\.1 426 TLS_REQUIRED\r\n/)
      expect(head).toMatch(/\r\nUpgrade: TLS\/1\.2, HTTP\/1\.1\r\n/)
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'TLS_REQUIRED', hint: expect.stringMatching(/https/) } })
      expect(await statusOf({ port, ca, key })).toBe(200)
      child.kill('SIGTERM')
      const { stdout, stderr } = await ended
      expect(stdout).toContain(`curl https://box.localhost:${port}/v1/runs`)
      expect(stdout).not.toContain('http://')
      expect(stderr).toMatch(/^\d\d:\d\d:\d\d info {2}stopping: /m)
    })
  })
})

test('a server with tlsOnly and no certificate does not start', async () => {
  await withHome(async (home) => {
    const { exitCode, stderr } = await startServe({ home, env: { ANNEAL_TLS_ONLY: 'true' }, flags: ['--port', '0'] })
      .ended
    expect(exitCode).toBe(4)
    expect(stderr).toMatch(/has no certificate[\s\S]*ANNEAL_TLS_CERT/)
  })
})

function statusOf({ port, ca, key }: { port: number; ca: string; key: string }) {
  const host = 'box.localhost'
  const headers = { host, authorization: `Bearer ${key}` }
  const options = { host: '127.0.0.1', port, path: '/v1/runs', ca, servername: host, headers, agent: false }
  return new Promise((resolve, reject) => {
    get(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).once('error', reject)
  })
}
