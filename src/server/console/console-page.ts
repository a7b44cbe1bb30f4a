import { randomBytes } from 'node:crypto'
import type { Refused } from '../../contract/refused.ts'
import type { ConsoleFile } from './console-files.ts'
import { frameAddressOf, pageHeaders } from './page-policy.ts'

const NOT_BUILT = 'The console has not been built here. Build it with: npm run prepare\n'

/** The one document of the console: its script draws the page of the address, or tells what was refused. */
export async function consolePage(
  request: Request,
  files: (name: string) => Promise<ConsoleFile | undefined>,
  refused?: Refused,
): Promise<Response> {
  const frame = frameAddressOf(addressOf(request))
  const nonce = randomBytes(16).toString('base64url')
  const headers = pageHeaders({ nonce, frame })
  const file = await files('index.html')
  if (!file) return new Response(NOT_BUILT, { status: 503, headers: { ...headers, 'content-type': 'text/plain' } })
  const text = new TextDecoder().decode(file.plain)
  const values: Record<string, string> = {
    __NONCE__: nonce,
    __FRAME__: frame,
    __REFUSED__: refused ? inAttribute(JSON.stringify(refused)) : '',
  }
  const filled = text.replaceAll(/__(?:NONCE|FRAME|REFUSED)__/g, (name) => values[name] ?? '')
  return new Response(filled, { status: refused?.status ?? 200, headers })
}

export function addressOf({ url, headers }: Request): { host: string; protocol: string } {
  const { host, protocol } = new URL(url)
  return { host: headers.get('host') ?? host, protocol }
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const inAttribute = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)
