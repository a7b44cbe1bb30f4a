import { z } from 'zod'
import { keyId, runId, sessionId, tokenId } from './id.ts'

export const tokenRights = z.enum(['read', 'use'])
export type TokenRights = z.infer<typeof tokenRights>

/** The one thing that a token opens. */
export type TokenSubject = `run:${string}` | `session:${string}`

/** The subject in the row of a sign-in to the console, which opens whatever its key opens. */
export const SIGN_IN = 'console:sign-in'

/** A key with a word in front: everything that finds and hides keys in texts finds and hides tokens too. */
export const TOKEN_PREFIX = 'tok_'
export const isTokenForm = (text: string): boolean => /^tok_e2b_[0-9a-f]{40}$/.test(text)

const USUAL_TTL_S = 600

export const tokenRequest = z
  .strictObject({
    session: sessionId.optional().describe('The session that it opens, with the runs in it'),
    run: runId.optional().describe('The run that it opens'),
    rights: tokenRights
      .default('read')
      .describe(
        '`read`: events, results, files and variables; `use`: also runs code in the session and changes its files and variables, and cancels runs',
      ),
    ttlS: z.int().min(1).default(USUAL_TTL_S).describe('Seconds until it ends by itself'),
  })
  .refine(({ session, run }) => (session === undefined) !== (run === undefined), {
    message: 'needs exactly one of "session" and "run"',
  })
  .meta({ id: 'TokenRequest' })
export type TokenRequest = z.infer<typeof tokenRequest>

export const tokenInfo = z
  .object({
    id: tokenId,
    session: sessionId.optional().describe('The session that it opens'),
    run: runId.optional().describe('The run that it opens'),
    rights: tokenRights,
    keyId: keyId
      .nullable()
      .describe('The key that made it, and that it ends with; null for a key of the configuration'),
    createdAt: z.number(),
    expiresAt: z.number().describe('When it ends by itself: never later than its key'),
    revokedAt: z.number().nullable(),
  })
  .meta({ id: 'TokenInfo' })
export type TokenInfo = z.infer<typeof tokenInfo>

export const newToken = z
  .object({ ...tokenInfo.shape, token: z.string().describe('Shown once; only its hash is kept') })
  .meta({ id: 'NewToken' })
export type NewToken = z.infer<typeof newToken>

export const tokenList = z.object({ tokens: z.array(tokenInfo) }).meta({ id: 'TokenList' })
