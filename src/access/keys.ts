import { timingSafeEqual } from 'node:crypto'
import type { KeyInfo, NewKey } from '../contract/api.ts'
import type { Caller } from '../contract/caller.ts'
import { EngineError } from '../contract/errors.ts'
import type { KeyScope } from '../contract/key-scope.ts'
import type { KeyRow, KeyRows } from '../store/key/key-rows.ts'
import type { KeyWatch } from './key-watch.ts'
import { isKeyForm, KEY_PREFIX, type KnownKeys, keyHash } from './known-keys.ts'

export interface KeysParts {
  rows: KeyRows
  clock(): number
  randomBytes(count: number): Uint8Array
  newId(): string
  /** Keys the operator gave by configuration; they are accepted beside the stored ones and never stored. */
  configured: string[]
  /** Is told of every key that this server knows, so that keys are hidden. */
  known: KnownKeys
  /** Is told of every key that ends. */
  streams: KeyWatch
}

/** A key to make: `scope` counts, and without it `admin`; `ttlS` is its life. */
export interface KeyWish extends Pick<KeyInfo, 'user' | 'label'> {
  scope?: KeyScope | undefined
  admin?: boolean | undefined
  ttlS?: number | undefined
}

/** API keys as administrators of this server manage them, and as its doors verify them. */
export interface KeysApi {
  add(key: KeyWish): Promise<NewKey>
  /** The owner of a key; undefined for a key that is malformed, unknown, revoked or expired. */
  verify(key: string): Promise<Caller | undefined>
  /** The owner of a key that is known by its hash; undefined like `verify`. */
  ownerOf(hash: string): Promise<Caller | undefined>
  /** Tells an open stream that its key has ended. */
  watch: KeyWatch['watch']
  /**
   * Learns the keys that other processes have made, so that those are hidden too (a revoked key stays known), and those
   * that others have revoked.
   */
  learn(): Promise<void>
  list(): Promise<KeyInfo[]>
  revoke(id: string): Promise<KeyInfo>
  /** Makes one admin key on the very first start, to be shown to the person who started the server. */
  first(): Promise<NewKey | undefined>
}

/**
 * The user behind every door of one person's own host: the first key, a configured key and the command line all belong
 * to it.
 */
export const LOCAL_USER = 'local'
const KEY_BYTES = 20
const SHOWN_CHARACTERS = 10
/** Clocks of servers on the same database may differ by this much. */
const CLOCKS_APART_MS = 3_600_000

/** API keys: shown once, kept as hashes, revoked at once for every process on the same database. */
export function createKeys(parts: KeysParts): KeysApi {
  const { rows, known, streams } = parts
  const configured = parts.configured.map((key) => Buffer.from(keyHash(key), 'hex'))
  for (const key of parts.configured) known.add(keyHash(key))
  let newestMs = 0

  const add: KeysApi['add'] = async ({ user, admin, scope = admin ? 'admin' : 'user', label, ttlS }) => {
    const createdAt = parts.clock()
    const key = makeKey(parts.randomBytes)
    const row: KeyRow = {
      id: parts.newId(),
      hash: keyHash(key),
      user,
      scope,
      label,
      start: key.slice(0, SHOWN_CHARACTERS),
      createdAt,
      expiresAt: ttlS === undefined ? null : createdAt + ttlS * 1000,
      revokedAt: null,
    }
    known.add(row.hash)
    await rows.add(row)
    return { ...infoOf(row), key }
  }

  const ownerOf: KeysApi['ownerOf'] = async (hash) => {
    if (configured.some((each) => timingSafeEqual(each, Buffer.from(hash, 'hex')))) {
      return { userId: LOCAL_USER, scope: 'admin', keyHash: hash }
    }
    const row = await rows.find(hash)
    if (row) known.add(hash)
    if (!row || (row.expiresAt !== null && row.expiresAt <= parts.clock())) return undefined
    const { user: userId, scope, id: keyId, expiresAt } = row
    return { userId, scope, keyId, keyHash: hash, ...(expiresAt !== null && { expiresAt }) }
  }

  return {
    add,
    verify: async (key) => (isKeyForm(key) ? ownerOf(keyHash(key)) : undefined),
    ownerOf,
    watch: streams.watch,
    async learn() {
      for (const { hash, createdAt } of await rows.list(newestMs - CLOCKS_APART_MS)) {
        known.add(hash)
        newestMs = Math.max(newestMs, createdAt)
      }
      await streams.look()
    },
    list: async () => (await rows.list()).map(infoOf),
    async revoke(id) {
      const row = await rows.revoke(id, parts.clock())
      if (!row) throw new EngineError('KEY_NOT_FOUND', { keyId: id })
      streams.ended(id)
      return infoOf(row)
    },
    async first() {
      if ((await rows.list()).length > 0) return undefined
      return add({ user: LOCAL_USER, scope: 'admin', label: 'made at first start' })
    },
  }
}

export function makeKey(randomBytes: (count: number) => Uint8Array): string {
  return `${KEY_PREFIX}${Buffer.from(randomBytes(KEY_BYTES)).toString('hex')}`
}

function infoOf({ hash: _, ...info }: KeyRow): KeyInfo {
  return { ...info, admin: info.scope === 'admin' }
}
