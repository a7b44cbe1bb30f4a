import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret, SecretNotFoundError } from 'e2b'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type E2bServer, startE2bServer } from './support/e2b-server.ts'

const VALUE = 'sk-7f3a-the-value-itself'
let server: E2bServer
beforeAll(async () => {
  server = await startE2bServer({ env: { ANNEAL_LOG_LEVEL: 'debug' } })
})
afterAll(() => server.close())

describe('secrets through the official SDK', () => {
  it('are made, found by id and by name, changed and destroyed, and never shown', async () => {
    const made = await Secret.create('OpenAI-Key', VALUE, { ...server.options, metadata: { env: 'test' } })
    expect(made).toMatchObject({ name: 'openai-key', version: 1, metadata: { env: 'test' } })
    expect(made.secretId).toMatch(/^sec_[0-9a-v]{21}$/)
    expect(await Secret.getInfo(made.secretId, server.options)).toEqual(made)
    expect(await Secret.getInfo('openai-key', server.options)).toEqual(made)
    const updated = await Secret.update('openai-key', `${VALUE}-2`, server.options)
    expect(updated).toMatchObject({ secretId: made.secretId, version: 2, metadata: { env: 'test' } })
    expect(JSON.stringify([made, updated])).not.toContain(VALUE)
    await expect(Secret.create('openai-KEY', 'other', server.options)).rejects.toThrow(/409/)
    expect(await Secret.exists('openai-key', server.options)).toBe(true)
    expect(await Secret.destroy(made.secretId, server.options)).toBe(true)
    expect(await Secret.destroy(made.secretId, server.options)).toBe(false)
    expect(await Secret.exists('openai-key', server.options)).toBe(false)
    await expect(Secret.update('openai-key', 'x', server.options)).rejects.toThrow(SecretNotFoundError)
  })

  it('are listed in pages, to their owner alone', async () => {
    for (const name of ['key-a', 'key-b', 'key-c']) await Secret.create(name, VALUE, server.options)
    const pages = Secret.list({ ...server.options, limit: 2 })
    const found = [...(await pages.nextItems()), ...(await pages.nextItems())].map(({ name }) => name)
    expect(found).toEqual(['key-a', 'key-b', 'key-c'])
    expect(pages.hasNext).toBe(false)
    const again = Secret.list({ ...server.options, limit: 2 })
    await again.nextItems()
    await Secret.destroy('key-b', server.options)
    expect((await again.nextItems()).map(({ name }) => name)).toEqual(['key-c'])
    const stranger = { ...server.options, apiKey: server.otherKey }
    expect(await Secret.list(stranger).nextItems()).toEqual([])
    expect(await Secret.exists('key-a', stranger)).toBe(false)
    await Secret.create('key-a', 'his own', stranger)
    expect(await server.engine.secrets.fill('ada', Secret.fill('key-a'))).toBe(VALUE)
  })

  it('appear neither in the database nor in the logs', async () => {
    await Secret.create('kept', VALUE, server.options)
    const files = ['anneal.db', 'anneal.db-wal'].map((name) => readFile(join(server.home, name), 'latin1'))
    expect((await Promise.all(files)).join('')).not.toContain(VALUE)
    expect(JSON.stringify(server.logs)).not.toContain(VALUE)
  })

  it('are refused with invalid names and metadata', async () => {
    for (const name of ['', 'a b', 'sec_mine', 'ü', 'n'.repeat(129)])
      await expect(Secret.create(name, VALUE, server.options), name).rejects.toThrow(/400/)
    const metadata = { key: 'v'.repeat(1025) }
    await expect(Secret.create('fine', VALUE, { ...server.options, metadata })).rejects.toThrow(/400/)
    await expect(Secret.create('fine', '', server.options)).rejects.toThrow(/400/)
  })
})
