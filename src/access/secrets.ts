import { z } from 'zod'
import { EngineError } from '../contract/errors.ts'
import type { DocumentRows, StoredDocument } from '../store/document/document-rows.ts'
import { fillSecrets } from './fill-secrets.ts'
import { createSeal } from './sealed-text.ts'

/** All that is shown of a secret: everything but its value. */
export interface SecretInfo {
  id: string
  /** Lower case. */
  name: string
  /** 1 for a new secret; one more with each new value. */
  version: number
  metadata: Record<string, string>
  createdAtMs: number
  changedAtMs: number
}

/** Values that users leave with the server, to be put into requests on their way out of sandboxes and nowhere else. */
export interface Secrets {
  create(userId: string, secret: { name: string; value: string; metadata: Record<string, string> }): Promise<SecretInfo>
  /** The oldest first. */
  list(userId: string): Promise<SecretInfo[]>
  /** Finds a secret by its id or name. This call and those below throw SECRET_NOT_FOUND. */
  get(userId: string, selector: string): Promise<SecretInfo>
  update(
    userId: string,
    selector: string,
    change: { value: string; metadata?: Record<string, string> },
  ): Promise<SecretInfo>
  remove(userId: string, selector: string): Promise<void>
  /** Fills in the values of `${e2b.secrets.NAME}`. Throws for a secret that does not exist or cannot be read. */
  fill(userId: string, text: string): Promise<string>
}

export interface SecretParts {
  documents: DocumentRows
  serverKey: Buffer
  newId(): string
  clock(): number
}

const KIND = 'secret'
const MOST_SECRETS = 1000
const MOST_TRIES = 10
const sealedText = z.object({ nonce: z.string(), tag: z.string(), content: z.string() })
const stored = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number(),
  metadata: z.record(z.string(), z.string()),
  changedAtMs: z.number(),
  value: sealedText,
})

/** Keeps secrets in the store, sealed by a key that is not in the store. */
export function createSecrets({ documents, serverKey, newId, clock }: SecretParts): Secrets {
  const seal = createSeal(serverKey, 'secrets')
  // Names have no slash, so no other user's secret can stand at this place.
  const placeOf = (userId: string, name: string) => `${userId}/${name}`
  const find = async (userId: string, selector: string): Promise<StoredDocument> => {
    const named = await documents.get(KIND, placeOf(userId, selector.toLowerCase()))
    if (named?.userId === userId) return named
    const all = await documents.list({ kind: KIND, userId })
    const found = all.find(({ body }) => stored.parse(body).id === selector)
    if (!found) throw new EngineError('SECRET_NOT_FOUND', { secret: selector.slice(0, 200) })
    return found
  }
  return {
    async create(userId, { name: told, value, metadata }) {
      const name = told.toLowerCase()
      const place = placeOf(userId, name)
      const { length } = await documents.list({ kind: KIND, userId })
      if (length >= MOST_SECRETS) throw new EngineError('SECRETS_FULL', { secrets: length })
      const now = clock()
      const body = { id: newId(), name, version: 1, metadata, changedAtMs: now, value: seal.close(value, place) }
      const isNew = await documents.insert({ kind: KIND, id: place, userId, createdAtMs: now, body })
      if (!isNew) throw new EngineError('SECRET_EXISTS', { name })
      return infoOf({ createdAtMs: now, body })
    },
    list: async (userId) => (await documents.list({ kind: KIND, userId })).map(infoOf),
    get: async (userId, selector) => infoOf(await find(userId, selector)),
    async update(userId, selector, { value, metadata }) {
      for (let tries = 0; tries < MOST_TRIES; tries++) {
        const found = await find(userId, selector)
        const before = stored.parse(found.body)
        const body = {
          ...before,
          ...{ version: before.version + 1, changedAtMs: clock(), value: seal.close(value, found.id) },
          ...(metadata && { metadata }),
        }
        if (await documents.put({ ...found, body })) return infoOf({ ...found, body })
      }
      throw new EngineError('SECRET_CHANGED', { secret: selector.slice(0, 200) })
    },
    async remove(userId, selector) {
      const { id } = await find(userId, selector)
      if (!(await documents.delete(KIND, id)))
        throw new EngineError('SECRET_NOT_FOUND', { secret: selector.slice(0, 200) })
    },
    fill: (userId, text) =>
      fillSecrets(text, async (name) => {
        const { id, body } = await find(userId, name)
        return seal.open(stored.parse(body).value, id)
      }),
  }
}

function infoOf({ body, createdAtMs }: Pick<StoredDocument, 'body' | 'createdAtMs'>): SecretInfo {
  const { value: _, ...info } = stored.parse(body)
  return { ...info, createdAtMs }
}
