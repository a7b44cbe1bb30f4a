import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFakeHost } from '../src/cli/fake-host.fixture.ts'
import { main } from '../src/cli/main.ts'
import { createClient } from '../src/sdk/sdk.ts'
import { type TestEngine, withServer } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'

const raw = { 'content-type': 'application/octet-stream' }
const put = (tools: Pick<TestEngine, 'call'>, path: string, body: string | Uint8Array) =>
  tools.call(`/v1/volumes/data/file?path=${encodeURIComponent(path)}`, { method: 'PUT', headers: raw, body })

test('a file goes in and comes out over HTTP, whole or in part', async () => {
  await withServer({}, async (tools) => {
    await tools.call('/v1/volumes', { body: { name: 'data' } })
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => n % 251))
    expect(await (await put(tools, 'd/ä b.bin', bytes)).json()).toMatchObject({ path: 'd/ä b.bin', size: 300_000 })
    const get = (headers: Record<string, string> = {}) =>
      tools.call(`/v1/volumes/data/file?path=${encodeURIComponent('d/ä b.bin')}`, { headers })
    const whole = await get()
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
    expect(whole.headers.get('content-disposition')).toBe('attachment')
    const etag = whole.headers.get('etag') ?? ''
    const part = await get({ range: 'bytes=1000-1999', 'if-range': etag })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/300000'])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1000, 2000))).toBe(true)
    expect((await get({ range: 'bytes=1-2', 'if-range': '"another"' })).status).toBe(200)
    await expectError(await get({ range: 'bytes=300000-' }), 'RANGE_REFUSED')
    await put(tools, 'empty', new Uint8Array())
    const empty = await tools.call('/v1/volumes/data/file?path=empty')
    expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([200, '0', ''])
  })
})

test('a file that is too large is refused, with or without a declared length, and the connection goes on', async () => {
  await withServer({}, async (tools) => {
    await tools.call('/v1/volumes', { body: { name: 'data', maxBytes: 1000 } })
    await expectError(await put(tools, 'a', Buffer.alloc(2_000_000)), 'VOLUME_FULL')
    const stream = ReadableStream.from([Buffer.alloc(600), Buffer.alloc(600)])
    const client = createClient({ baseUrl: tools.url, apiKey: tools.keys.ada })
    await expect(client.volumes.save('data', { path: 'a', content: stream })).rejects.toMatchObject({
      code: 'VOLUME_FULL',
    })
    expect(await client.volumes.files('data')).toEqual({ files: [] })
  })
})

test('an upload that breaks off in the middle changes nothing', async () => {
  await withServer({}, async (tools) => {
    await tools.call('/v1/volumes', { body: { name: 'data' } })
    await put(tools, 'a', 'before')
    const socket = connect(tools.port, '127.0.0.1')
    const head = `PUT /v1/volumes/data/file?path=a HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${tools.keys.ada}`
    socket.write(`${head}\r\ncontent-length: 1000\r\n\r\nhalf of it`)
    await wait(200)
    socket.destroy()
    await wait(200)
    expect(await (await tools.call('/v1/volumes/data/file?path=a')).text()).toBe('before')
    expect(await (await tools.call('/v1/volumes/data')).json()).toMatchObject({ version: 2 })
    expect(tools.logs.filter((line) => line.msg === 'unexpected error')).toEqual([])
  })
})

test('a program in a session finds the volume, and its changes are there for everybody afterwards', async () => {
  await withServer({}, async (tools) => {
    await tools.call('/v1/volumes', { body: { name: 'data' } })
    await put(tools, 'in.txt', 'six')
    const session = await (await tools.call('/v1/sessions', { body: { volumes: [{ name: 'data' }] } })).json()
    const { id } = session as { id: string }
    const code = 'open("/volumes/data/out.txt", "w").write(open("/volumes/data/in.txt").read() + " times seven")'
    const run = await tools.call('/v1/runs', { body: { code, language: 'python', session: id } })
    expect(await run.json()).toMatchObject({ outcome: 'ok' })
    expect(await (await tools.call('/v1/volumes/data/file?path=out.txt')).text()).toBe('six times seven')
    const failing = 'import os; os.remove("/volumes/data/out.txt"); raise ValueError("no trace")'
    const failed = await tools.call('/v1/runs', {
      body: { code: failing, language: 'python', session: id, options: { attempts: 1 } },
    })
    expect(await failed.json()).toMatchObject({ outcome: 'failed' })
    expect(await (await tools.call('/v1/volumes/data/file?path=out.txt')).text()).toBe('six times seven')
  })
})

describe('on the command line', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'anneal-volume-cli-'))
  })
  afterAll(() => rm(directory, { recursive: true }))

  test('a volume is made, filled, looked at, brought out and removed', async () => {
    await withServer({}, async ({ url, keys }) => {
      const call = async (line: string, stdin?: string) => {
        const fake = createFakeHost({
          settings: { server: url, apiKey: keys.ada },
          server: { fetch: globalThis.fetch },
          ...(stdin !== undefined && { stdin }),
        })
        const exitCode = await main(line.split(' '), fake.host)
        return { exitCode, out: fake.seen.stdout, err: fake.seen.stderr }
      }
      const here = (name: string) => join(directory, name)
      expect(await call('volume list')).toMatchObject({ exitCode: 0, err: expect.stringContaining('No volumes yet') })
      expect((await call('volume create data --size 2 --files 9')).err).toBe(
        '✔ made data, for 2.0 MB in 9 files and directories\n',
      )
      await writeFile(here('table.csv'), 'a,b\n1,2\n')
      expect((await call(`volume put data ${here('table.csv')} d/table.csv`)).err).toBe(
        '✔ saved d/table.csv, 8 bytes, in data\n',
      )
      expect((await call('volume put data - note', 'from a pipe')).exitCode).toBe(0)
      expect(await call('volume put data -', 'x')).toMatchObject({ exitCode: 2 })
      expect((await call('volume ls data --depth 2')).out).toMatch(
        /^MODE.*\nd755 .* d\/\n-644 .* d\/table.csv\n-644 .* note\n$/s,
      )
      expect((await call('volume get data d/table.csv -')).out).toBe('a,b\n1,2\n')
      expect((await call(`volume get data note ${here('note')}`)).err).toBe(`✔ wrote ${here('note')}, 11 bytes\n`)
      expect(await readFile(here('note'), 'utf8')).toBe('from a pipe')
      await call('volume mkdir data e/f')
      await call('volume mv data note e/f/note')
      expect((await call('volume rm data d')).err).toBe('✔ removed d; 11 bytes are left in data\n')
      await call(`volume export data ${here('data.tar')}`)
      expect((await call(`volume import data ${here('data.tar')} --path copy`)).exitCode).toBe(0)
      expect((await call('volume show data')).out).toMatch(/^NAME.*\ndata +22 bytes +2\.0 MB +7 /)
      expect((await call('volume stats')).out).toMatch(
        /^1 volumes · 7 files and directories · 22 bytes of 2\.0 MB · .* stored\n/,
      )
      expect(await call('volume get data none')).toMatchObject({
        exitCode: 2,
        err: expect.stringContaining('There is no none'),
      })
      expect((await call('volume remove data --json')).out).toContain('"name": "data"')
      expect(await call('volume show data')).toMatchObject({ exitCode: 2 })
    })
  })
})
