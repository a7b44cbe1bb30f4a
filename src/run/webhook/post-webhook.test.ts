import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { mayReach, postWebhook } from './post-webhook.ts'

const signal = new AbortController().signal

describe('a webhook', () => {
  it('attack: is not sent to a name that leads to this host, unless the operator names it', async () => {
    let visits = 0
    const server = createServer((_, response) => {
      visits++
      response.end()
    })
    await once(server.listen(0, 'localhost'), 'listening')
    try {
      const target = { url: `http://localhost:${(server.address() as AddressInfo).port}/`, headers: {}, body: '{}' }
      const refused = postWebhook(target, { policy: { privateHosts: [] }, signal })
      await expect(refused).rejects.toThrow('localhost is not at a public address')
      expect(visits).toBe(0)
      expect(await postWebhook(target, { policy: { privateHosts: ['localhost'] }, signal })).toBe(200)
      expect(visits).toBe(1)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('attack: never reaches the metadata of a cloud, also where its host is allowed', () => {
    const policy = { privateHosts: ['inside.example', '169.254.169.254'] }
    expect(mayReach('10.0.0.7', 'inside.example', policy)).toBe(true)
    for (const address of ['169.254.169.254', '100.100.100.200', 'fd00:ec2::254']) {
      expect(mayReach(address, 'inside.example', policy), address).toBe(false)
      expect(mayReach(address, address, policy), address).toBe(false)
    }
  })
})
