import { createHash, timingSafeEqual } from 'node:crypto'
import type { KeyInfo, NewKey } from '../contract/api.ts'
import { EngineError } from '../contract/errors.ts'
import type { KeyRow, KeyRows } from '../store/store.ts'

export interface Caller {
  userId: string
  admin: boolean
}

export interface KeysParts {
  rows: KeyRows
  clock(): number
  randomBytes(count: number): Uint8Array
  newId(): string
  /** Keys the operator gave by configuration; they are accepted beside the stored ones and never stored. */
  configured: string[]
}

/** Whose runs a person on one machine sees, by every door: the first key, a configured key and the command line share it. */
export const LOCAL_USER = 'local'
/** The form E2B's SDKs accept: the prefix and lowercase hex. */
const KEY_FORM = /^e2b_[0-9a-f]{40}$/
const KEY_BYTES = 20
const SHOWN_CHARACTERS = 10

/** API keys: shown once, kept as hashes, revoked at once for every process on the same database. */
export function createKeys(parts: KeysParts) {
  const { rows } = parts
  const configured = parts.configured.map((key) => Buffer.from(hashOf(key), 'hex'))

  async function add({ user, admin, label }: Pick<KeyInfo, 'user' | 'admin' | 'label'>): Promise<NewKey> {
    const key = makeKey(parts.randomBytes)
    const row: KeyRow = {
      id: parts.newId(),
      hash: hashOf(key),
      user,
      admin,
      label,
      start: key.slice(0, SHOWN_CHARACTERS),
      createdAt: parts.clock(),
      revokedAt: null,
    }
    await rows.add(row)
    return { ...withoutHash(row), key }
  }

  return {
    add,
    /** Who the key belongs to; undefined for a key that is malformed, unknown or revoked. */
    async verify(key: string): Promise<Caller | undefined> {
      if (!KEY_FORM.test(key)) return undefined
      const hash = hashOf(key)
      if (configured.some((known) => timingSafeEqual(known, Buffer.from(hash, 'hex')))) {
        return { userId: LOCAL_USER, admin: true }
      }
      const row = await rows.find(hash)
      return row && { userId: row.user, admin: row.admin }
    },
    list: async (): Promise<KeyInfo[]> => (await rows.list()).map(withoutHash),
    async revoke(id: string): Promise<KeyInfo> {
      const row = await rows.revoke(id, parts.clock())
      if (!row) throw new EngineError('KEY_NOT_FOUND', { keyId: id })
      return withoutHash(row)
    },
    /** On the very first start: one admin key, to be shown to the person who started the server. */
    async first(): Promise<NewKey | undefined> {
      if ((await rows.list()).length > 0) return undefined
      return add({ user: LOCAL_USER, admin: true, label: 'made at first start' })
    },
  }
}

export function makeKey(randomBytes: (count: number) => Uint8Array): string {
  return `e2b_${Buffer.from(randomBytes(KEY_BYTES)).toString('hex')}`
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

function withoutHash({ hash: _, ...info }: KeyRow): KeyInfo {
  return info
}
