import type { IncomingMessage } from 'node:http'
import { type Authority, readAuthority } from './authority.ts'

/** The host, port and path of a request. */
export interface Target {
  host: string
  /** Port of the target; 0 when none is named. */
  port: number
  path: string
  /** Fault of the target; the other fields are then as they were sent. */
  problem?: string
}

/** The target of `CONNECT host:port`. */
export function readTunnelTarget(request: IncomingMessage): Target {
  const authority = request.url ?? ''
  return targetOf({ authority, path: '' })
}

/** The target of `GET http://host/path`. It is checked and sent on; the Host header does not matter. */
export function readForwardTarget(request: IncomingMessage): Target {
  const url = request.url ?? ''
  const [, scheme, authority = '', path = ''] = ABSOLUTE.exec(url) ?? []
  if (scheme === undefined) return { ...NOWHERE, problem: 'the target is not of the form http://host/path' }
  if (scheme.toLowerCase() !== 'http') return { ...NOWHERE, problem: `${scheme} must go through CONNECT` }
  const target = targetOf({ authority, path: path.startsWith('/') ? path : `/${path}`, usualPort: 80 })
  const problem = target.problem ?? headProblem(request)
  return problem === undefined ? target : { ...target, problem }
}

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([/?][^#]*)?$/i
export const NOWHERE: Target = { host: '', port: 0, path: '' }
const LONGEST_HOST = 255

function targetOf({ authority, path, usualPort }: { authority: string; path: string; usualPort?: number }): Target {
  const read: Authority | undefined = readAuthority(authority)
  if (read === undefined) {
    return { host: authority.slice(0, LONGEST_HOST), port: 0, path, problem: 'the host is not a plain name or address' }
  }
  const port = read.port ?? usualPort
  if (port === undefined) return { host: read.host, port: 0, path, problem: 'CONNECT needs host:port' }
  return { host: read.host, port, path }
}

/** A fault in the head that the parser accepts but other servers might read in another way. */
function headProblem({ headers, headersDistinct, httpVersion }: IncomingMessage): string | undefined {
  const hosts = headersDistinct.host?.length ?? 0
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) return `${hosts} Host headers instead of one`
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return `unknown transfer coding "${coding}"`
  if (headers.upgrade?.toLowerCase() === 'websocket') return 'WebSocket must go through CONNECT'
  return undefined
}
