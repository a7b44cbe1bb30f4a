import type { Config } from '../config/settings.ts'
import type { Caller } from '../contract/caller.ts'
import { EngineError } from '../contract/errors.ts'
import { scopesFor } from '../contract/key-scope.ts'
import { type NewToken, SIGN_IN, TOKEN_PREFIX, type TokenInfo, type TokenRequest } from '../contract/token.ts'
import type { Store } from '../store/store.ts'
import type { TokenRow } from '../store/token/token-rows.ts'
import type { KeyWatch } from './key-watch.ts'
import { type KeysApi, makeKey } from './keys.ts'
import { type KnownKeys, keyHash } from './known-keys.ts'

export interface TokenParts {
  config: Pick<Config, 'maxTokenTtlS' | 'tokensPerUser'>
  store: Pick<Store, 'tokens' | 'sessions' | 'runs' | 'events'>
  keys: Pick<KeysApi, 'ownerOf'>
  /** Ends the open streams of a revoked token. */
  streams: Pick<KeyWatch, 'ended'>
  /** Hides tokens like keys. */
  known: Pick<KnownKeys, 'add' | 'forget'>
  clock(): number
  randomBytes(count: number): Uint8Array
  newId(): string
}

/** Short-lived tokens for web pages: each opens one session or one run, and ends with the key that made it. */
export interface Tokens {
  create(request: TokenRequest, maker: Caller): Promise<NewToken>
  /** The caller with a token; throws TOKEN_ENDED with the reason. */
  verify(token: string): Promise<Caller>
  /** Whether a token opens a subject: its own, and a run in its session. */
  opens(token: NonNullable<Caller['token']>, subject: string): Promise<boolean>
  /** The open ones of a user, the newest first. */
  list(userId: string): Promise<TokenInfo[]>
  revoke(id: string, caller: Caller): Promise<TokenInfo>
  /** Forgets ended tokens. */
  sweep(): Promise<void>
}

/** Ended tokens are told apart from unknown ones for this long. */
const KEPT_MS = 3_600_000
const SWEEP_MS = 60_000
const MOST_LISTED = 1000

const hashOf = (token: string): string => keyHash(token.slice(TOKEN_PREFIX.length))

export function createTokens(parts: TokenParts): Tokens {
  const { config, store, known, clock } = parts
  const rows = store.tokens
  /** The end times of the tokens that are hidden here. */
  const hidden = new Map<string, number>()
  let sweptAt = 0
  const hide = ({ hash, expiresAt }: TokenRow) => {
    known.add(hash)
    hidden.set(hash, expiresAt)
  }

  const ownerOf = async (subject: string): Promise<string | undefined> => {
    const [kind, id = ''] = subject.split(':')
    return (await (kind === 'session' ? store.sessions.get(id) : store.runs.get(id)))?.userId
  }

  return {
    async create({ session, run, rights, ttlS }, { userId, scope, keyId = null, keyHash: madeBy, expiresAt, token }) {
      if (madeBy === undefined || token) throw new EngineError('UNAUTHENTICATED', { reason: 'tokens are made by keys' })
      if (rights === 'use' && scope === 'read')
        throw new EngineError('SCOPE_TOO_NARROW', { scope, needed: scopesFor('user') })
      const ceiling = config.maxTokenTtlS
      if (ttlS > ceiling)
        throw new EngineError('LIMIT_TOO_HIGH', {
          ...{ name: 'ttlS', value: ttlS, ceiling, setting: 'ANNEAL_MAX_TOKEN_TTL_S' },
        })
      const opens = session === undefined ? (`run:${run}` as const) : (`session:${session}` as const)
      if ((await ownerOf(opens)) !== userId) throw missing({ session, run })
      const createdAt = clock()
      const tokens = await rows.count({ userId, now: createdAt })
      if (tokens >= config.tokensPerUser)
        throw new EngineError('TOKENS_FULL', { tokens, setting: 'ANNEAL_TOKENS_PER_USER' })
      const secret = TOKEN_PREFIX + makeKey(parts.randomBytes)
      const row: TokenRow = {
        ...{ id: parts.newId(), hash: hashOf(secret), userId, keyId, keyHash: madeBy, opens, rights, createdAt },
        expiresAt: Math.min(createdAt + ttlS * 1000, expiresAt ?? Number.POSITIVE_INFINITY),
        revokedAt: null,
      }
      hide(row)
      await rows.add(row)
      return { ...infoOf(row), token: secret }
    },
    async verify(token) {
      const row = await rows.find(hashOf(token))
      if (!row) throw ended('it is unknown, or its time is long over')
      hide(row)
      if (row.revokedAt !== null) throw ended('it was revoked')
      if (row.opens === SIGN_IN) throw ended('it signs a browser in, as a cookie')
      if (row.expiresAt <= clock()) throw ended('its time is over')
      const { id, userId, opens, rights, expiresAt } = row
      const maker = await parts.keys.ownerOf(row.keyHash)
      // A key that was narrowed since gives no more than it may do itself.
      if (maker?.userId !== userId || maker.scope === 'metrics') throw ended('the key that made it has ended')
      if ((await ownerOf(opens)) !== userId) throw ended(`its ${opens.split(':')[0]} is gone`)
      const scope = rights === 'use' && maker.scope !== 'read' ? 'user' : 'read'
      const { keyId, keyHash: by } = maker
      return {
        userId,
        scope,
        ...(keyId && { keyId }),
        ...(by && { keyHash: by }),
        expiresAt,
        token: { id, opens, rights },
      }
    },
    async opens({ opens }, subject) {
      if (subject === opens) return true
      if (!opens.startsWith('session:') || !subject.startsWith('run:')) return false
      const [first] = await store.events.readPage(subject as `run:${string}`, { afterSeq: 0, limit: 1 })
      return first !== undefined && 'sessionId' in first && first.sessionId === opens.slice('session:'.length)
    },
    list: async (userId) =>
      (await rows.list({ userId, now: clock(), limit: MOST_LISTED }))
        .filter(({ opens }) => opens !== SIGN_IN)
        .map(infoOf),
    async revoke(id, { userId, scope, keyHash: by }) {
      const row = await rows.get(id)
      // A key that may only read ends its own tokens, and nobody else's.
      if (row?.userId !== userId || row.opens === SIGN_IN || (scope === 'read' && row.keyHash !== by))
        throw new EngineError('TOKEN_NOT_FOUND', { tokenId: id })
      const at = clock()
      await rows.revoke(id, at)
      parts.streams.ended(id)
      return infoOf({ ...row, revokedAt: row.revokedAt ?? at })
    },
    async sweep() {
      const now = clock()
      for (const [hash, expiresAt] of hidden) {
        if (expiresAt > now) continue
        hidden.delete(hash)
        known.forget(hash)
      }
      if (now < sweptAt + SWEEP_MS) return
      sweptAt = now
      await rows.removeBefore(now - KEPT_MS)
    },
  }
}

const ended = (reason: string) => new EngineError('TOKEN_ENDED', { reason })

const missing = ({ session, run = '' }: Pick<TokenRequest, 'session' | 'run'>) =>
  session === undefined
    ? new EngineError('RUN_NOT_FOUND', { runId: run })
    : new EngineError('SESSION_NOT_FOUND', { sessionId: session })

function infoOf({ id, keyId, opens, rights, createdAt, expiresAt, revokedAt }: TokenRow): TokenInfo {
  const [kind = '', of] = opens.split(':')
  return { id, [kind]: of, rights, keyId, createdAt, expiresAt, revokedAt }
}
