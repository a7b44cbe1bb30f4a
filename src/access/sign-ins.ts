import type { Caller } from '../contract/caller.ts'
import { EngineError } from '../contract/errors.ts'
import { scopesFor } from '../contract/key-scope.ts'
import { SIGN_IN, TOKEN_PREFIX } from '../contract/token.ts'
import type { Store } from '../store/store.ts'
import type { KeyWatch } from './key-watch.ts'
import { type KeysApi, LOCAL_USER, makeKey } from './keys.ts'
import { type KnownKeys, keyHash } from './known-keys.ts'

export interface SignInParts {
  rows: Pick<Store['tokens'], 'add' | 'find' | 'revoke'>
  keys: Pick<KeysApi, 'verify' | 'ownerOf' | 'add'>
  streams: Pick<KeyWatch, 'ended'>
  /** Hides the secrets of sign-ins like keys. */
  known: Pick<KnownKeys, 'add'>
  clock(): number
  randomBytes(count: number): Uint8Array
  newId(): string
}

/** A browser that is signed in: the secret goes into its cookie. */
export interface NewSignIn {
  secret: string
  expiresAt: number
}

/** Browsers that a person signed in to the console: each may do what its key may do, and ends with that key. */
export interface SignIns {
  /** Undefined for a key that is malformed, unknown, revoked or expired. */
  withKey(key: string): Promise<NewSignIn | undefined>
  /** Undefined for a link that was used, is too old or was never given. */
  withLink(link: string): Promise<NewSignIn | undefined>
  /** The caller behind a cookie; undefined where the sign-in or its key has ended. */
  verify(secret: string): Promise<Caller | undefined>
  end(secret: string): Promise<void>
  /** A new secret that signs one browser in, once, as the person who started the server. */
  offerLink(): string
}

const LIFE_S = 12 * 3600
const LINK_MS = 3_600_000

const hashOf = (secret: string): string => keyHash(secret.slice(TOKEN_PREFIX.length))

export function createSignIns(parts: SignInParts): SignIns {
  const { rows, keys, clock } = parts
  /** Hashes of links that nobody has used, with the times of their ends; only this process takes them. */
  const links = new Map<string, number>()

  const signIn = async (maker: Caller): Promise<NewSignIn> => {
    const { userId, scope, keyId = null, keyHash: madeBy = '' } = maker
    if (scope === 'metrics') throw new EngineError('SCOPE_TOO_NARROW', { scope, needed: scopesFor('read') })
    const secret = TOKEN_PREFIX + makeKey(parts.randomBytes)
    const createdAt = clock()
    const expiresAt = Math.min(createdAt + LIFE_S * 1000, maker.expiresAt ?? Number.POSITIVE_INFINITY)
    const times = { createdAt, expiresAt, revokedAt: null }
    const hash = hashOf(secret)
    parts.known.add(hash)
    await rows.add({ id: parts.newId(), hash, userId, keyId, keyHash: madeBy, opens: SIGN_IN, rights: 'use', ...times })
    return { secret, expiresAt }
  }

  const find = async (secret: string) => {
    const row = await rows.find(hashOf(secret))
    return row?.opens === SIGN_IN && row.revokedAt === null && row.expiresAt > clock() ? row : undefined
  }

  return {
    async withKey(key) {
      const maker = await keys.verify(key)
      return maker && signIn(maker)
    },
    async withLink(link) {
      const hash = hashOf(link)
      const endsAt = links.get(hash)
      // It is gone before anything is awaited: two browsers cannot both use it.
      links.delete(hash)
      if (endsAt === undefined || endsAt <= clock()) return undefined
      // The sign-in hangs on a key of its own, so that it is listed and can be revoked like every other.
      const { key } = await keys.add({ user: LOCAL_USER, scope: 'admin', label: 'sign-in link', ttlS: LIFE_S })
      const maker = await keys.verify(key)
      return maker && signIn(maker)
    },
    async verify(secret) {
      const row = await find(secret)
      const maker = row && (await keys.ownerOf(row.keyHash))
      if (!row || maker?.userId !== row.userId || maker.scope === 'metrics') return undefined
      parts.known.add(row.hash)
      return { ...maker, expiresAt: row.expiresAt, signIn: row.id }
    },
    async end(secret) {
      const row = await find(secret)
      if (!row) return
      await rows.revoke(row.id, clock())
      parts.streams.ended(row.id)
    },
    offerLink() {
      const link = TOKEN_PREFIX + makeKey(parts.randomBytes)
      parts.known.add(hashOf(link))
      links.set(hashOf(link), clock() + LINK_MS)
      return link
    },
  }
}
