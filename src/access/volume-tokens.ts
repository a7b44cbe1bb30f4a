import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The rights that a token gives its bearer. */
export interface VolumeGrant {
  userId: string
  volumeId: string
}

export interface VolumeTokens {
  issue(grant: VolumeGrant): string
  /** Undefined for a token that this server did not issue, or that has expired. */
  read(token: string): VolumeGrant | undefined
}

const LIFE_MS = 30 * 86_400_000
const LONGEST = 2_000
const shape = z.strictObject({ userId: z.string(), volumeId: z.string(), untilMs: z.number() })

/** Issues tokens for the files of one volume. A token carries the rights it grants, so nothing is stored for it. */
export function createVolumeTokens({ key, clock }: { key: Buffer; clock(): number }): VolumeTokens {
  // A key of its own, so that a signature for one purpose means nothing for another.
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
      // The encoded texts are compared: the last character of base64 has bits that decoding ignores.
      const [found, right] = [Buffer.from(signature), Buffer.from(signed(body))]
      if (more.length > 0 || found.length !== right.length || !timingSafeEqual(found, right)) return undefined
      const { untilMs, ...grant } = shape.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
      return clock() < untilMs ? grant : undefined
    },
  }
}
