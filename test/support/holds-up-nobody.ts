import { hash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesOf, inChunks, tarOf } from '../../src/session/archive/archive.fixture.ts'
import { eachRoute } from './each-route.ts'
import { archives, bodies, descriptions, FIELDS, texts, times } from './hostile-files.ts'
import { expectShortTurn, stallOf } from './main-thread-watch.ts'
import { oneEngine } from './one-engine.ts'

/** The longest time that a health check waits because of somebody else's request. */
const MOST_MS = 50
const TIMEOUT_MS = 120_000

export interface Attacks {
  /** Names of archives that are laid into a volume. */
  intoVolume: string[]
  /** Names of archives that are sent as a checkpoint. */
  asCheckpoint: string[]
  descriptions: string[]
  bodies: string[]
  /** Makes the wrong entries of each field. */
  entries: (() => string)[]
  texts: string[]
}

/** Every attack that there is. */
export const allAttacks = (): Attacks => ({
  intoVolume: Object.keys(archives),
  asCheckpoint: Object.keys(archives),
  descriptions: Object.keys(descriptions),
  bodies: Object.keys(bodies),
  entries: [() => `{${times(2_500, (n) => `"k${n}":0`).join()}}`, () => `[${'0,'.repeat(40_000)}0]`],
  texts: Object.keys(texts),
})

/** Declares a test for each of these attacks: none of them holds up the main thread. */
export function holdUpNobody(attacks: Attacks): void {
  const tools = oneEngine({ env: { ANNEAL_WARM_SANDBOXES: '0' } })

  beforeAll(async () => {
    await tools().call('/v1/volumes', { body: { name: 'warm' } })
    await send('PUT', '/v1/volumes/warm/archive', await tarOf({ name: 'a/b', content: 'x' }))
    await tools().call('/v1/detect', { body: { text: 'Look:\n\n```python\nprint(1)\n```\n' } })
  })

  describe('no archive holds up anybody else', () => {
    it.each(attacks.intoVolume)('%s, into a volume', { timeout: TIMEOUT_MS }, async (name) => {
      const body = await made(archives, name)
      const volume = `v${Object.keys(archives).indexOf(name)}`
      await tools().call('/v1/volumes', { body: { name: volume } })
      await quick(() => send('PUT', `/v1/volumes/${volume}/archive`, body))
      await quick(() => tools().call(`/v1/volumes/${volume}/files?depth=10000`))
      await quick(() => send('PUT', `/v1/volumes/${volume}/file?path=one/more`, Buffer.from('x')))
      await quick(() => tools().call(`/v1/volumes/${volume}/archive`))
      await tools().call(`/v1/volumes/${volume}`, { method: 'DELETE' })
    })
    it.each(attacks.asCheckpoint)('%s, as a checkpoint', { timeout: TIMEOUT_MS }, async (name) => {
      const body = await made(archives, name)
      await quick(() => send('POST', '/v1/checkpoints', body))
    })
  })

  describe('no description of a checkpoint holds up anybody else', () => {
    it.each(attacks.descriptions)('%s', { timeout: TIMEOUT_MS }, async (name) => {
      const text = await made(descriptions, name)
      const checksum = `${hash('sha256', text)}  checkpoint.json\n`
      const members = [
        { name: 'checkpoint.json', content: text },
        { name: 'checkpoint.sha256', content: checksum },
      ]
      const body = zstdCompressSync(await tarOf(...members))
      await quick(() => send('POST', '/v1/checkpoints', body))
    })
  })

  describe('no JSON holds up anybody else, whichever route it is sent to', () => {
    it.each(attacks.bodies)('%s', { timeout: TIMEOUT_MS }, (name) => toEveryRoute(bodies[name] ?? ''))
    it('thousands of wrong entries in each field that holds some', { timeout: TIMEOUT_MS }, async () => {
      for (const make of attacks.entries) {
        const entries = make()
        await toEveryRoute(`{"code":"x",${FIELDS.map((field) => `"${field}":${entries}`).join()}}`)
      }
    })
  })

  describe('no answer in prose holds up anybody else', () => {
    it.each(attacks.texts)('%s', { timeout: TIMEOUT_MS }, async (name) => {
      const body = Buffer.from(JSON.stringify({ text: texts[name] }))
      await quick(() => send('POST', '/v1/detect', body, 'application/json'))
    })
  })

  async function toEveryRoute(text: string) {
    const body = Buffer.from(text)
    for (const { method, plainPath, body: schema } of eachRoute(tools())) {
      if (schema) await quick(() => send(method, plainPath, body, 'application/json'))
    }
  }

  /** Sends bytes like a socket. */
  function send(method: string, path: string, bytes: Buffer, type = 'application/x-tar'): Promise<Response> {
    const headers = { authorization: `Bearer ${tools().keys.ada}`, 'content-type': type }
    const body = ReadableStream.from(fromSocket(bytes))
    const request = new Request(`http://localhost${path}`, { method, headers, body, duplex: 'half' } as RequestInit)
    return tools().app.fetch(request) as Promise<Response>
  }
}

function made<T>(attacks: Record<string, () => T>, name: string): T {
  const make = attacks[name]
  if (!make) throw new Error(`no attack is called ${name}`)
  return make()
}

async function* fromSocket(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for await (const chunk of inChunks(bytes)) {
    yield chunk
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function quick(work: () => Promise<Response>): Promise<void> {
  const read = async () => {
    const response = await work()
    if (response.body) await bytesOf(response.body as AsyncIterable<Uint8Array>)
    expect(response.status, String(response.status)).toBeLessThan(500)
  }
  expectShortTurn(await stallOf(read), MOST_MS)
}
