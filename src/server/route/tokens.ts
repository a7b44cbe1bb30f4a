import { z } from 'zod'
import { tokenId } from '../../contract/id.ts'
import { newToken, tokenInfo, tokenList, tokenRequest } from '../../contract/token.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

/** Tokens are made and ended with keys: no row here is open to a token. */
export function tokenRoutes({ tokens }: Engine): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/v1/tokens',
        tag: 'Tokens',
        operation: 'listTokens',
        summary: 'Your open tokens, newest first, without the tokens themselves',
        answers: answers(tokenList, 'At most 1,000 of them'),
      },
      async ({ caller }) => json({ tokens: await tokens.list(caller.userId) }),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/tokens',
        operation: 'createToken',
        tag: 'Tokens',
        summary: 'Make a token for a web page: it opens one session or one run for a short time; it is shown this once',
        // A key that may only read makes tokens that may only read.
        access: 'read',
        body: tokenRequest,
        example: { body: { session: 'ses01jr5c2k7h3m0v9t4qd6e', rights: 'use', ttlS: 600 } },
        errors: ['SESSION_NOT_FOUND', 'RUN_NOT_FOUND', 'LIMIT_TOO_HIGH', 'TOKENS_FULL'],
        answers: [{ status: 201, description: 'The new token', content: { 'application/json': newToken } }],
      },
      async ({ body, caller }) => json(await tokens.create(body, caller), 201),
    ),
    route(
      {
        method: 'DELETE',
        path: '/v1/tokens/{tokenId}',
        tag: 'Tokens',
        operation: 'revokeToken',
        summary: 'Revoke a token, at once; streams that it opened end',
        access: 'read',
        params: z.object({ tokenId }),
        answers: answers(tokenInfo, 'The token as it is now'),
      },
      async ({ params, caller }) => json(await tokens.revoke(params.tokenId, caller)),
    ),
  ]
}
