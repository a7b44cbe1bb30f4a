import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KeyInfo, NewKey } from '../src/contract/api.ts'
import { runCode } from './support/each-route.ts'
import { withEngine } from './support/engine.ts'
import { eventsOf } from './support/events.ts'
import { expectError } from './support/expect-error.ts'
import { oneEngine } from './support/one-engine.ts'
import { serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

/** Every byte that the engine has written, in any file. */
async function bytesUnder(home: string): Promise<string> {
  const files = await readdir(home, { recursive: true, withFileTypes: true })
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}

test('a key is shown once when it is made; only its hash is kept', async () => {
  await withEngine({}, async ({ call, keys, home, logs }) => {
    const made = await call('/v1/keys', { key: keys.admin, body: { user: 'cleo', label: 'laptop' } })
    expect(made.status).toBe(201)
    expect(made.headers.get('cache-control')).toBe('no-store')
    const { key, ...info } = (await made.json()) as NewKey
    expect(key).toMatch(/^e2b_[0-9a-f]{40}$/)
    expect(info).toMatchObject({
      user: 'cleo',
      admin: false,
      label: 'laptop',
      revokedAt: null,
      start: key.slice(0, 10),
    })
    const list = await (await call('/v1/keys', { key: keys.admin })).text()
    expect((JSON.parse(list) as { keys: KeyInfo[] }).keys).toContainEqual(info)
    expect((await call('/v1/stats', { key })).status).toBe(200)
    const kept = await bytesUnder(home)
    const hash = createHash('sha256').update(key).digest('hex')
    expect(kept).toContain(hash)
    for (const place of [list, kept, JSON.stringify(logs)]) expect(place.includes(key)).toBe(false)
    expect(list).not.toContain(hash)
  })
})

test('a revoked key is refused from the next request on, by every engine on the same data', async () => {
  await withHome((home) =>
    withEngine({ home }, (first) =>
      withEngine({ home }, async (second) => {
        const { id, key } = await first.engine.keys.add({ user: 'cleo', admin: false, label: '' })
        for (const { call } of [first, second]) expect((await call('/v1/stats', { key })).status).toBe(200)
        const revoked = await second.call(`/v1/keys/${id}`, { method: 'DELETE', key: second.keys.admin })
        const { revokedAt } = (await revoked.json()) as KeyInfo
        expect(revokedAt).not.toBeNull()
        for (const { call } of [first, second]) await expectError(await call('/v1/stats', { key }), 'UNAUTHENTICATED')
        const again = await first.call(`/v1/keys/${id}`, { method: 'DELETE', key: first.keys.admin })
        expect(((await again.json()) as KeyInfo).revokedAt, 'the first time stays').toBe(revokedAt)
      }),
    ),
  )
})

test('the first start makes one admin key and shows it; later starts show none', async () => {
  await withHome(async (home) => {
    const start = () =>
      serving({ home, env: { ANNEAL_API_KEY: '' } }, async ({ child, call, ended }) => {
        const health = await call('/v1/health', { key: '' })
        expect(health.status).toBe(200)
        child.kill('SIGTERM')
        const { stdout, stderr } = await ended
        return { shown: /this once:\s+(e2b_[0-9a-f]{40})/.exec(stdout)?.[1], stderr }
      })
    const first = await start()
    expect(first.shown).toBeDefined()
    expect(first.stderr).not.toContain(first.shown)
    expect((await start()).shown).toBeUndefined()
    await serving({ home, env: { ANNEAL_API_KEY: '' } }, async ({ call }) => {
      expect((await call('/v1/keys', { key: first.shown ?? '' })).status).toBe(200)
    })
    expect(await bytesUnder(home)).not.toContain(first.shown)
  })
})

test('a key given by ANNEAL_API_KEY is accepted as an admin, and not stored', async () => {
  const configured = `e2b_${'ab'.repeat(20)}`
  await withEngine({ env: { ANNEAL_API_KEY: configured } }, async ({ call, home, keys }) => {
    for (const headers of [{ authorization: `Bearer ${configured}` }, { 'x-api-key': configured }]) {
      expect((await call('/v1/keys', { key: '', headers })).status).toBe(200)
    }
    const config = await (await call('/v1/config', { key: keys.admin })).text()
    expect(config).not.toContain(configured)
    expect(await bytesUnder(home)).not.toContain(configured)
  })
})

const HIDDEN = 'e2b_•••'
/** One engine for all of them: it logs as much as it can. */
const telling = oneEngine({ env: { ANNEAL_LOG_LEVEL: 'debug' } })

test.for([
  ['prints', (key: string) => `print("${key}")`],
  ['prints among much else', (key: string) => `print(("x" * 1000 + "${key}") * 300)`],
  [
    'prints in pieces with pauses between them',
    (key: string) =>
      `import time\nfor piece in ("${key.slice(0, 9)}", "${key.slice(9, 21)}", "${key.slice(21)}"):\n    print(piece, end="", flush=True)\n    time.sleep(0.1)`,
  ],
  ['fails with', (key: string) => `raise ValueError("${key}")`],
  ['complains with', (key: string) => `import sys; sys.stderr.write("${key}\\n"); sys.exit(1)`],
] as const)('a key that a program %s is hidden in events, answers, logs and on the disk', async ([, codeOf]) => {
  const tools = telling()
  const { key: leaked } = await tools.engine.keys.add({ user: 'cleo', admin: false, label: '' })
  const answer = await runCode(tools, { code: codeOf(leaked), language: 'python', input: leaked })
  const told = await eventsOf(await tools.call(`/v1/runs/${answer.runId}/events`))
  const places = {
    answer: JSON.stringify(answer),
    events: JSON.stringify(told),
    story: await (await tools.call(`/v1/runs/${answer.runId}`)).text(),
    export: await (await tools.call('/v1/logs?level=debug')).text(),
    csv: await (await tools.call('/v1/logs?level=debug&format=csv')).text(),
    log: JSON.stringify(tools.logs),
    disk: await bytesUnder(tools.home),
  }
  for (const [name, text] of Object.entries(places)) expect(text.includes(leaked), name).toBe(false)
  expect(places.answer).toContain(HIDDEN)
  expect(places.events).toContain(HIDDEN)
})

test('text that only looks like a key stays as the program printed it', async () => {
  await withEngine({}, async (tools) => {
    const strange = `e2b_${'0123456789'.repeat(4)}`
    const answer = await runCode(tools, { code: `print("${strange}" + input())`, language: 'python', input: strange })
    expect(answer.blocks[0]?.attempts[0]?.stdout).toBe(`${strange}${strange}\n`)
    expect(JSON.stringify(answer)).not.toContain(HIDDEN)
  })
})

test('a key of another server on the same data is hidden at once, and so is a revoked one', async () => {
  await withHome((home) =>
    withEngine({ home }, (first) =>
      withEngine({ home }, async (second) => {
        const made = await first.engine.keys.add({ user: 'cleo', admin: false, label: '' })
        const revoked = await first.engine.keys.add({ user: 'cleo', admin: false, label: '' })
        await first.engine.keys.revoke(revoked.id)
        const code = `print("${made.key}", "${revoked.key}")`
        const answer = await runCode(second, { code, language: 'python' })
        expect(answer.blocks[0]?.attempts[0]?.stdout).toBe(`${HIDDEN} ${HIDDEN}\n`)
      }),
    ),
  )
})
