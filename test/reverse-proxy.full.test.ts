import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCertificates } from '../src/cli/command/make-certificates.ts'
import { localCertificateFiles } from '../src/server/tls/local-certificate.ts'
import { freePort } from './support/free-port.ts'
import { serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

const NAME = 'anneal.localhost'
const NGINX = '/usr/sbin/nginx'
const example = (name: string) => readFile(new URL(`../deploy/proxy/${name}`, import.meta.url), 'utf8')

/** Our examples as they stand, with other ports and certificates. */
const PROXIES = [
  {
    name: 'nginx',
    program: NGINX,
    async configure({ home, port, upstream, certFile, keyFile }: Places) {
      const site = (await example('nginx.conf'))
        .replace('listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`)
        .replace('listen 80', `listen 127.0.0.1:${await freePort()}`)
        .replace('server 127.0.0.1:4400', `server 127.0.0.1:${upstream}`)
        .replaceAll('anneal.example.com', NAME)
        .replaceAll('/var/log/nginx/anneal.log', join(home, 'access.log'))
        .replace('/etc/ssl/anneal/cert.pem', certFile)
        .replace('/etc/ssl/anneal/key.pem', keyFile)
      const file = join(home, 'nginx.conf')
      const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${home}/${kind};`,
      )
      const whole = `daemon off; user root; pid ${home}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${places.join(' ')}\n${site} }`
      await writeFile(file, whole)
      return ['-c', file, '-p', home]
    },
  },
  {
    name: 'Caddy',
    program: '/usr/bin/caddy',
    async configure({ home, port, upstream, certFile, keyFile }: Places) {
      const site = (await example('Caddyfile'))
        .replace('anneal.example.com {', `https://${NAME}:${port} {\n\ttls ${certFile} ${keyFile}`)
        .replace('127.0.0.1:4400', `127.0.0.1:${upstream}`)
      const file = join(home, 'Caddyfile')
      await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
      return ['run', '--adapter', 'caddyfile', '--config', file]
    },
  },
].filter(({ program }) => existsSync(program))

interface Places {
  home: string
  port: number
  upstream: number
  certFile: string
  keyFile: string
}

test('a host that tests reverse proxies has one of them', () => {
  expect(PROXIES.map(({ name }) => name)).toContain('nginx')
})

test.each(PROXIES)('$name as in our example speaks TLS, and passes events on while the run goes on', async (proxy) => {
  await withHome(async (home) => {
    const files = localCertificateFiles(home)
    await makeCertificates(files, NAME)
    const ca = await readFile(files.caFile, 'utf8')
    await serving({ home, env: { ANNEAL_ALLOWED_HOSTS: NAME } }, async ({ port: upstream, key }) => {
      const port = await freePort()
      const args = await proxy.configure({ home, port, upstream, ...files })
      const child = spawn(proxy.program, args, { stdio: 'inherit', env: { PATH: process.env.PATH ?? '', HOME: home } })
      try {
        const asked = { host: '127.0.0.1', port, ca, servername: NAME, agent: false as const }
        await expect
          .poll(() => send({ ...asked, path: '/v1/health' }).then(({ statusCode }) => statusCode, String))
          .toBe(200)
        const code = 'import time\nprint("first", flush=True)\ntime.sleep(60)\n'
        const headers = {
          authorization: `Bearer ${key}`,
          accept: 'text/event-stream',
          'content-type': 'application/json',
        }
        const body = JSON.stringify({ language: 'python', code })
        const answer = await send({ ...asked, path: '/v1/runs', method: 'POST', headers }, body)
        // The program sleeps for a minute after its first line: a proxy that buffers would keep it until the end.
        let seen = ''
        for await (const piece of answer.setEncoding('utf8')) {
          seen += piece
          if (/first/.test(seen) && /output\.delta/.test(seen)) break
        }
        expect(seen).toContain('"type":"output.delta"')
        expect(seen).not.toContain('"type":"run.end"')
        if (proxy.program !== NGINX) return
        await send({ ...asked, path: '/v1/health?token=in-an-address' })
        const log = () => readFile(join(home, 'access.log'), 'utf8')
        await expect.poll(log).toContain('GET /v1/health HTTP')
        expect(await log(), 'a token of a link would be logged').not.toContain('in-an-address')
      } finally {
        await stop(child)
      }
    })
  })
})

function send(options: RequestOptions, body?: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { ...(options.headers as Record<string, string>), host: NAME }
    request({ ...options, headers }, resolve)
      .once('error', reject)
      .end(body)
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
