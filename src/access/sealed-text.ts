import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Text as it is stored: only the bearer of the key can read it. */
export interface SealedText {
  nonce: string
  tag: string
  content: string
}

/** Seals text for a place, and opens it there. */
export interface Seal {
  close(text: string, place: string): SealedText
  /** Throws for text that was sealed by another key or for another place, or was changed since. */
  open(sealed: SealedText, place: string): string
}

const NONCE_BYTES = 12

/**
 * AES-256-GCM. A text that is sealed for one place cannot be read at another, so nobody can swap two of them in the
 * database.
 */
export function createSeal(serverKey: Buffer, purpose: string): Seal {
  const key = createHmac('sha256', serverKey).update(purpose).digest()
  return {
    close(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return {
        nonce: nonce.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        content: content.toString('base64'),
      }
    },
    open({ nonce, tag, content }, place) {
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(place)).setAuthTag(Buffer.from(tag, 'base64'))
      return Buffer.concat([decipher.update(Buffer.from(content, 'base64')), decipher.final()]).toString('utf8')
    },
  }
}
