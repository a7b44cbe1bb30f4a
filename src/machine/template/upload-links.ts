import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { EngineError } from '../../contract/errors.ts'

export interface SignedFile {
  templateId: string
  hash: string
  expiresAtMs: number
}

export interface UploadLinks {
  sign(file: Omit<SignedFile, 'expiresAtMs'>): { expiresAtMs: number; signature: string }
  /** Throws unless the link is ours, still valid and unused; then marks it used. */
  spend(file: SignedFile & { signature: string }): void
}

const GOOD_FOR_MS = 3_600_000

/** Links for uploading one archive once. They end with the server that gave them. */
export function createUploadLinks({ secret, clock }: { secret: Uint8Array; clock(): number }): UploadLinks {
  const spent = new Map<string, number>()
  /** Begins with a random part, so that two links for the same file at the same moment differ. */
  const signatureOf = ({ templateId, hash, expiresAtMs }: SignedFile, mark: string) => {
    const whole = JSON.stringify([templateId, hash, expiresAtMs, mark])
    return `${mark}.${createHmac('sha256', secret).update(whole).digest('hex')}`
  }
  return {
    sign(file) {
      const expiresAtMs = clock() + GOOD_FOR_MS
      return { expiresAtMs, signature: signatureOf({ ...file, expiresAtMs }, randomUUID()) }
    },
    spend(file) {
      const expected = Buffer.from(signatureOf(file, file.signature.split('.')[0] ?? ''))
      const given = Buffer.from(file.signature)
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw refusal('it is not signed by us')
      if (file.expiresAtMs <= clock()) throw refusal('it is over')
      if (spent.has(file.signature)) throw refusal('it was used before')
      for (const [signature, expiresAtMs] of spent) if (expiresAtMs <= clock()) spent.delete(signature)
      spent.set(file.signature, file.expiresAtMs)
    },
  }
}

const refusal = (reason: string) => new EngineError('UPLOAD_REFUSED', { reason })
