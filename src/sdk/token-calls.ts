import type { z } from 'zod'
import { tokenId } from '../contract/id.ts'
import { newToken, tokenInfo, tokenList, type tokenRequest } from '../contract/token.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** Short-lived tokens for web pages, each for one session or one run. */
export function tokenCalls(transport: Transport) {
  const path = '/v1/tokens'
  return {
    /** Never repeated automatically: each call that arrives makes a token. */
    create: (request: z.input<typeof tokenRequest>, call?: CallOptions) =>
      transport.json(newToken, { method: 'POST', path, body: request, once: true, ...call }),
    list: (call?: CallOptions) => transport.json(tokenList, { method: 'GET', path, ...call }),
    revoke: async (id: string, call?: CallOptions) => {
      if (!tokenId.safeParse(id).success) throw localError('TOKEN_NOT_FOUND', { tokenId: id })
      return transport.json(tokenInfo, { method: 'DELETE', path: `${path}/${id}`, ...call })
    },
  }
}
