import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { KeyRow, KeyRows } from '../store/key/key-rows.ts'
import { createKeyWatch } from './key-watch.ts'
import { createKeys, LOCAL_USER, makeKey } from './keys.ts'
import { createKnownKeys, keyHash } from './known-keys.ts'

/** Rows in memory that show the arguments they were given. */
function memoryRows(): KeyRows & { kept: KeyRow[] } {
  const kept: KeyRow[] = []
  return {
    kept,
    add: async (row) => void kept.push(row),
    find: async (hash) => kept.find((row) => row.hash === hash && row.revokedAt === null),
    revokedAmong: async (ids) =>
      kept.filter(({ id, revokedAt }) => ids.includes(id) && revokedAt !== null).map(({ id }) => id),
    list: async (createdFromMs = 0) => kept.filter(({ createdAt }) => createdAt >= createdFromMs),
    revoke: async (id, at) => {
      const row = kept.find((each) => each.id === id)
      if (row) row.revokedAt ??= at
      return row
    },
  }
}

function keysOn(rows: KeyRows, configured: string[] = [], known = createKnownKeys()) {
  let ids = 0
  const streams = createKeyWatch({ clock: () => 1000, revokedAmong: rows.revokedAmong })
  return createKeys({ rows, clock: () => 1000, randomBytes, newId: () => `key${++ids}`, configured, known, streams })
}

describe('keys', () => {
  it('hand only a hash to the store', async () => {
    const rows = memoryRows()
    const { key } = await keysOn(rows).add({ user: 'ada', admin: false, label: 'x' })
    expect(JSON.stringify(rows.kept)).not.toContain(key)
    expect(JSON.stringify(rows.kept)).not.toContain(key.slice(4, 30))
    expect(rows.kept[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('are all different and have the form that E2B clients accept', () => {
    const made = Array.from({ length: 1000 }, () => makeKey(randomBytes))
    expect(new Set(made).size).toBe(1000)
    for (const key of made) expect(key).toMatch(/^e2b_[0-9a-f]{40}$/)
  })

  it('identify their owner until they are revoked', async () => {
    const keys = keysOn(memoryRows())
    const { id, key } = await keys.add({ user: 'ada', admin: true, label: '' })
    expect(await keys.verify(key)).toEqual({ userId: 'ada', scope: 'admin', keyId: id, keyHash: keyHash(key) })
    expect(await keys.revoke(id)).toMatchObject({ id, revokedAt: 1000 })
    expect(await keys.verify(key)).toBeUndefined()
    await expect(keys.revoke('key9')).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' })
  })

  it('end by themselves when their time is over, to the millisecond', async () => {
    let now = 1000
    const known = createKnownKeys()
    const rows = memoryRows()
    const streams = createKeyWatch({ clock: () => now, revokedAmong: rows.revokedAmong })
    const keys = createKeys({
      rows,
      clock: () => now,
      randomBytes,
      newId: () => 'key1',
      configured: [],
      known,
      streams,
    })
    const { key, expiresAt, scope, admin } = await keys.add({ user: 'ada', scope: 'read', label: '', ttlS: 2 })
    expect({ expiresAt, scope, admin }).toEqual({ expiresAt: 3000, scope: 'read', admin: false })
    now = 2999
    expect(await keys.verify(key)).toMatchObject({ userId: 'ada', scope: 'read', keyId: 'key1', expiresAt: 3000 })
    now = 3000
    expect(await keys.verify(key)).toBeUndefined()
  })

  it('never reach the store when they are malformed', async () => {
    const rows = memoryRows()
    const keys = keysOn({ ...rows, find: () => Promise.reject(new Error('asked')) })
    const real = makeKey(randomBytes)
    for (const key of [
      '',
      'e2b_',
      real.slice(1),
      `${real} `,
      ` ${real}`,
      real.toUpperCase(),
      `${real}\n`,
      `x${real}`,
    ]) {
      expect(await keys.verify(key), JSON.stringify(key)).toBeUndefined()
    }
  })

  it('belong to the person at this host when the configuration gives them, and are never stored', async () => {
    const rows = memoryRows()
    const configured = makeKey(randomBytes)
    const keys = keysOn(rows, [configured])
    expect(await keys.verify(configured)).toMatchObject({ userId: LOCAL_USER, scope: 'admin' })
    expect(await keys.verify(makeKey(randomBytes))).toBeUndefined()
    expect(await keys.list()).toEqual([])
    expect(rows.kept).toEqual([])
  })

  it('are made automatically only while there is none, revoked ones included', async () => {
    const keys = keysOn(memoryRows())
    const first = await keys.first()
    expect(first).toMatchObject({ user: LOCAL_USER, admin: true })
    expect(await keys.first()).toBeUndefined()
    await keys.revoke(first?.id ?? '')
    expect(await keys.first(), 'a revoked key must not come back as a new one').toBeUndefined()
  })
})

describe('known keys, which are hidden', () => {
  it('are the configured, made and used ones, and stay known when they are revoked', async () => {
    const given = makeKey(randomBytes)
    const known = createKnownKeys()
    const keys = keysOn(memoryRows(), [given], known)
    const { id, key } = await keys.add({ user: 'ada', admin: false, label: '' })
    await keys.revoke(id)
    expect([given, key, makeKey(randomBytes)].map(known.has)).toEqual([true, true, false])
  })

  it('include those of other processes, once they were used or looked for', async () => {
    const rows = memoryRows()
    const elsewhere = keysOn(rows)
    const before = await elsewhere.add({ user: 'ada', admin: false, label: '' })
    await elsewhere.revoke(before.id)
    const known = createKnownKeys()
    const keys = keysOn(rows, [], known)
    await keys.learn()
    expect(known.has(before.key)).toBe(true)
    const used = await elsewhere.add({ user: 'ada', admin: false, label: '' })
    expect(known.has(used.key)).toBe(false)
    await keys.verify(used.key)
    expect(known.has(used.key)).toBe(true)
    const slow = { ...rows.kept[0], id: 'slow', hash: keyHash(makeKey(() => Buffer.alloc(20, 7))), createdAt: 1 }
    await rows.add(slow as KeyRow)
    await keys.learn()
    expect(known.has(makeKey(() => Buffer.alloc(20, 7))), 'the clock of the other is late').toBe(true)
  })
})
