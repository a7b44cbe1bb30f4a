import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { Store } from '../store/store.ts'
import { createKeyWatch } from './key-watch.ts'
import { createKeys, type KeysApi } from './keys.ts'
import type { KnownKeys } from './known-keys.ts'
import { createSeal, type Seal } from './sealed-text.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { openServerKey } from './server-key.ts'
import { createSignIns, type SignIns } from './sign-ins.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { createVolumeTokens, type VolumeTokens } from './volume-tokens.ts'

export interface AccessNeeds extends Pick<Ground, 'clock' | 'newId'> {
  config: Pick<Config, 'home' | 'apiKey' | 'maxTokenTtlS' | 'tokensPerUser'>
  store: Pick<Store, 'keys' | 'documents' | 'tokens' | 'sessions' | 'runs' | 'events'>
  known: KnownKeys
  /** Keys accepted beside the stored ones. */
  extraKeys: string[]
}

export interface AccessApi {
  keys: KeysApi
  tokens: Tokens
  signIns: SignIns
  secrets: Secrets
  volumeTokens: VolumeTokens
  /** Seals text in the records of machines. */
  machineSeal: Seal
  answerSeal: Seal
  /** The secret that signs the webhooks of a user. */
  webhookSecret(userId: string): Buffer
}

/** Opens the keys, and everything that depends on the server's own key. */
export async function accessPart(needs: AccessNeeds): Promise<Part<AccessApi>> {
  const { config, store, known, extraKeys, clock, newId } = needs
  const streams = createKeyWatch({
    clock,
    revokedAmong: async (ids) => [...(await store.keys.revokedAmong(ids)), ...(await store.tokens.revokedAmong(ids))],
  })
  const keys = createKeys({
    ...{ rows: store.keys, clock, randomBytes, known, streams },
    newId: () => newId('key'),
    configured: [config.apiKey, ...extraKeys].filter(Boolean),
  })
  await keys.learn()
  const tokens = createTokens({ config, store, keys, streams, known, clock, randomBytes, newId: () => newId('tok') })
  const signIns = createSignIns({
    rows: store.tokens,
    keys,
    streams,
    known,
    clock,
    randomBytes,
    newId: () => newId('tok'),
  })
  const serverKey = await openServerKey(join(config.home, 'server.key'))
  const secrets = createSecrets({
    ...{ documents: store.documents, serverKey, clock },
    // E2B's clients expect this form of id.
    newId: () => newId('sec').replace('sec', 'sec_'),
  })
  const volumeTokens = createVolumeTokens({ key: serverKey, clock })
  const seals = { machineSeal: createSeal(serverKey, 'machines'), answerSeal: createSeal(serverKey, 'kept answers') }
  const webhookSecret = (userId: string) => createHmac('sha256', serverKey).update(`webhooks of ${userId}`).digest()
  const beat = async () => {
    await keys.learn()
    await tokens.sweep()
  }
  return { api: { keys, tokens, signIns, secrets, volumeTokens, webhookSecret, ...seals }, beat }
}
