import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Sandbox, Secret } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

const EVERYTHING = '0.0.0.0/0'
let origin: Server
let url: string
let server: E2bServer

/** This host is the only reachable one without the internet: the server's ceiling lets sandboxes name it. */
beforeAll(async () => {
  origin = createServer((request, response) => void response.end(JSON.stringify(request.headers)))
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve))
  const { port } = origin.address() as AddressInfo
  url = `http://127.0.0.1:${port}/`
  server = await startE2bServer({ env: { ANNEAL_NETWORK_CEILING: `*,127.0.0.1:${port}` } })
})
afterAll(async () => {
  await server.close()
  origin.close()
})

const statusOf = async (sandbox: Sandbox, target: string) =>
  (await sandbox.commands.run(`curl -s -o /tmp/answer -w '%{http_code}' ${target}`)).stdout

describe('the network of a sandbox', () => {
  it('reaches allowed hosts, never this host without permission, and is changed while it runs', async () => {
    const sandbox = await Sandbox.create('base', server.options)
    for (const target of [url, 'http://169.254.169.254/', 'http://10.0.0.1/']) {
      // A program that ignores the proxy has no network at all.
      await expect(sandbox.commands.run(`curl -s --noproxy '*' ${target}`), target).rejects.toThrow()
      expect(await statusOf(sandbox, `--noproxy '' ${target}`), target).toBe('403')
    }
    await sandbox.updateNetwork({ allowOut: ['127.0.0.1'], denyOut: [EVERYTHING] })
    expect(await statusOf(sandbox, url)).toBe('200')
    await expect(sandbox.commands.run('curl -s https://8.8.8.8')).rejects.toThrow()
    await sandbox.updateNetwork({})
    expect(await statusOf(sandbox, `--noproxy '' ${url}`)).toBe('403')
    await sandbox.kill()
  })

  it('adds headers that the sandbox never sees, with secrets of its owner', async () => {
    await Secret.create('api-key', 'first-value', server.options)
    const headers = { Authorization: `Bearer ${Secret.fill('api-key')}` }
    const network = {
      ...{ allowOut: ['127.0.0.1'], denyOut: [EVERYTHING] },
      rules: { '127.0.0.1': [{ transform: { headers } }] },
    }
    const sandbox = await Sandbox.create('base', { ...server.options, network })
    const ask = async () =>
      JSON.parse((await sandbox.commands.run(`curl -s -H 'Authorization: mine' ${url}`)).stdout).authorization
    expect(await ask()).toBe('Bearer first-value')
    await Secret.update('api-key', 'second-value', server.options)
    expect(await ask()).toBe('Bearer second-value')
    await Secret.destroy('api-key', server.options)
    expect(await statusOf(sandbox, url)).toBe('403')
    await sandbox.kill()
  })

  it('keeps the password of a proxy unreadable in the database', async () => {
    const egressProxy = { address: 'proxy.example.com:1080', username: 'who-asks', password: 'open-sesame-41' }
    const sandbox = await Sandbox.create('base', { ...server.options, network: { egressProxy } })
    await sandbox.pause()
    const files = (await readdir(server.home)).filter((name) => name.startsWith('anneal.db'))
    const stored = Buffer.concat(await Promise.all(files.map((name) => readFile(join(server.home, name)))))
    expect(stored.includes(egressProxy.username)).toBe(true)
    expect(stored.includes(egressProxy.password)).toBe(false)
    await Sandbox.connect(sandbox.sandboxId, server.options)
    await sandbox.kill()
  })

  it('is refused when it names a forbidden or an invalid host', async () => {
    const create = (network: object) => Sandbox.create('base', { ...server.options, network })
    await expect(create({ allowOut: ['10.0.0.1'], denyOut: [EVERYTHING] })).rejects.toThrow(/400/)
    await expect(create({ egressProxy: { address: '10.0.0.1:1080' } })).rejects.toThrow(/400/)
    await expect(create({ denyOut: ['example.org'] })).rejects.toThrow(/400/)
  })
})
