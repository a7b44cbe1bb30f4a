import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { MachineInfo } from '../../engine.ts'
import { isSameSecret } from './same-secret.ts'

type Tokens = Pick<MachineInfo, 'accessToken' | 'trafficToken'>

/**
 * The token that clients show to servers of a machine. The official SDKs show only this token to its interpreters when
 * they list or change contexts, so a secure machine has one even where its ports are open: derived from the access
 * token, which it does not reveal, and so the same after any restart.
 */
export function trafficTokenOf({ accessToken, trafficToken }: Tokens): string | null {
  if (trafficToken !== null || accessToken === null) return trafficToken
  return createHmac('sha256', accessToken).update('traffic').digest('hex')
}

/** Whether a visitor may list and change the interpreters of a machine; running code needs the access token itself. */
export function mayUseInterpreters({ headers }: Pick<IncomingMessage, 'headers'>, tokens: Tokens): boolean {
  if (tokens.accessToken === null) return true
  return (
    isSameSecret(String(headers['x-access-token'] ?? ''), tokens.accessToken) ||
    isSameSecret(String(headers['e2b-traffic-access-token'] ?? ''), String(trafficTokenOf(tokens)))
  )
}
