import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What a token lets its bearer use. */
export interface VolumeGrant {
  userId: string
  volumeId: string
}

export interface VolumeTokens {
  issue(grant: VolumeGrant): string
  /** Undefined for what this server did not issue, and for what has expired. */
  read(token: string): VolumeGrant | undefined
}

const LIFE_MS = 30 * 86_400_000
const LONGEST = 2_000
const shape = z.strictObject({ userId: z.string(), volumeId: z.string(), untilMs: z.number() })

/** Tokens for the files of one volume. They carry what they grant, so nothing is stored for them. */
export function createVolumeTokens({ key, clock }: { key: Buffer; clock(): number }): VolumeTokens {
  // Of its own: what is signed for one purpose must mean nothing for another.
  const own = createHmac('sha256', key).update('volume tokens').digest()
  const signed = (body: string) => createHmac('sha256', own).update(body).digest('base64url')
  return {
    issue(grant) {
      const body = Buffer.from(JSON.stringify({ ...grant, untilMs: clock() + LIFE_MS })).toString('base64url')
      return `vol_${body}.${signed(body)}`
    },
    read(token) {
      if (token.length > LONGEST || !token.startsWith('vol_')) return undefined
      const [body = '', signature = '', ...more] = token.slice(4).split('.')
      // Their text is compared: the last character of an encoding has bits that mean nothing.
      const [found, right] = [Buffer.from(signature), Buffer.from(signed(body))]
      if (more.length > 0 || found.length !== right.length || !timingSafeEqual(found, right)) return undefined
      const { untilMs, ...grant } = shape.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
      return clock() < untilMs ? grant : undefined
    },
  }
}
