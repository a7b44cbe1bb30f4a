import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { COMPILED } from './support/compiled.ts'
import { serving, startServe } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

const ANNEAL = fileURLToPath(new URL('../bin/anneal.js', import.meta.url))

/** Runs the command in a process of its own. */
function certs(home: string, ...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH ?? '', HOME: home, ANNEAL_HOME: home, NO_COLOR: '1', ...COMPILED }
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [ANNEAL, 'certs', ...args], { env }, (_error, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    )
  })
}

test('anneal certs names the settings, keeps its authority, and a server finds its certificate', async () => {
  await withHome(async (home) => {
    const caFile = join(home, 'certs', 'ca.pem')
    const { exitCode, stdout } = await certs(home, 'box.localhost:4400')
    expect(exitCode).toBe(0)
    for (const line of [
      'ANNEAL_E2B_DOMAIN=box.localhost:4400 anneal serve',
      'export E2B_DOMAIN=box.localhost:4400',
      `export NODE_EXTRA_CA_CERTS=${caFile}`,
      `export SSL_CERT_FILE=${caFile}`,
    ])
      expect(stdout).toContain(line)
    const ca = await readFile(caFile, 'utf8')
    const again = await certs(home, 'box.localhost:4400', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ domain: 'box.localhost:4400', caFile, isNewAuthority: false })
    expect(await readFile(caFile, 'utf8')).toBe(ca)
    await serving({ home, env: { ANNEAL_E2B_DOMAIN: 'box.localhost:4400' } }, async ({ port, child, ended }) => {
      expect(await statusOf({ port, ca, host: 'api.box.localhost', path: '/sandboxes' })).toBe(401)
      child.kill('SIGTERM')
      expect((await ended).stdout).toContain('E2B_DOMAIN=box.localhost:4400')
    })
  })
})

test.for([
  [[], /No domain was given/],
  [['localhost'], /one part only/],
  [['https://box.example'], /must be a host name/],
] as const)('anneal certs %j is refused with the reason', async ([args, reason]) => {
  await withHome(async (home) => {
    const { exitCode, stderr } = await certs(home, ...args)
    expect([exitCode === 0, reason.test(stderr)]).toEqual([false, true])
  })
})

test('an unusable certificate stops the start with the reason', async () => {
  await withHome(async (home) => {
    const [cert, key] = [join(home, 'cert.pem'), join(home, 'key.pem')]
    await writeFile(cert, 'no certificate')
    const env = { ANNEAL_TLS_CERT: cert, ANNEAL_TLS_KEY: key }
    const { exitCode, stderr } = await startServe({ home, env, flags: ['--port', '0'] }).ended
    expect(exitCode).toBe(4)
    expect(stderr).toMatch(/cert\.pem with the key .*key\.pem cannot be used: ENOENT[\s\S]*anneal certs/)
  })
})

function statusOf({ port, ca, host, path }: { port: number; ca: string; host: string; path: string }) {
  const options = { host: '127.0.0.1', port, path, ca, servername: host, headers: { host }, agent: false }
  return new Promise((resolve, reject) => {
    get(options, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    }).once('error', reject)
  })
}
