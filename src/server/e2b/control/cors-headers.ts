import type { Config } from '../../../engine.ts'
import { isAllowedOrigin } from '../../route/guard-request.ts'

/** What lets the page of an allowed origin read the answer; the SDK sends headers of its own, and all may be sent. */
export function corsHeaders(headers: Headers, config: Config): Record<string, string> {
  const origin = headers.get('origin')
  if (origin === null || !isAllowedOrigin(origin, headers.get('host') ?? '', config)) return {}
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-headers': headers.get('access-control-request-headers') ?? '*',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-expose-headers': 'x-next-token, x-total-running, retry-after',
    vary: 'origin',
  }
}
