import type { Config } from '../config/settings.ts'
import { createKnownKeys, type KnownKeys } from './known-keys.ts'
import { createMask, passwordIn } from './mask.ts'
import { createTextMask, type TextMask } from './text-mask.ts'

/** Keeps secrets out of everything that is stored, logged or sent. */
export interface Hiding {
  /** Keys of this server; a key that is added is hidden from then on. */
  known: KnownKeys
  mask(json: string): string
  /** Makes a mask for one stream of text that comes in pieces. */
  newMask(): TextMask
}

/** Hides the keys of this server and the secrets of its configuration. */
export function createHiding({ databaseUrl, ...config }: Config): Hiding {
  const { apiKey, modelKey, memoryEmbeddingsKey, s3Secret, e2bApiKey } = config
  const given = [apiKey, passwordIn(databaseUrl), modelKey, memoryEmbeddingsKey, s3Secret, e2bApiKey]
  const secrets = given.filter(Boolean)
  const known = createKnownKeys()
  return { known, mask: createMask(secrets, known), newMask: () => createTextMask(secrets, known) }
}
