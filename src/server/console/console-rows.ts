import { z } from 'zod'
import { EngineError } from '../../contract/errors.ts'
import type { Engine } from '../../engine.ts'
import { json } from '../http/route.ts'
import { type Row, row } from '../http/row.ts'
import { CONSOLE_HEADER, cookieOf, cookieText } from './console-cookie.ts'
import type { createConsoleFiles } from './console-files.ts'
import { addressOf, consolePage } from './console-page.ts'
import { FRAME_PAGE, frameHeaders } from './output-frame.ts'
import { frameAddressOf } from './page-policy.ts'

/** The addresses of the console's pages: each is the same document, whose script draws the page. */
export const PAGES = [
  ...['/', '/sign-in', '/runs', '/runs/{id}', '/sessions', '/sessions/{id}', '/storage', '/storage/{id}', '/plans'],
  ...['/chat', '/chat/{id}', '/browsers', '/browsers/{id}'],
  ...['/plans/{id}', '/approvals', '/machines', '/machines/{id}', '/observe', '/settings', '/memory'],
]

type ConsoleEngine = Pick<Engine, 'signIns' | 'version'>

/** Names of assets have the hash of their content in them. */
const FOR_EVER = 'public, max-age=31536000, immutable'

/** The console: its document and files, the frame for untrusted output, and signing in and out. */
export function consoleRows(engine: ConsoleEngine, files: ReturnType<typeof createConsoleFiles>): Row[] {
  return [
    ...PAGES.map((path) => row({ method: 'GET', path, access: 'open' }, ({ request }) => consolePage(request, files))),
    row({ method: 'GET', path: '/assets/{name}', access: 'open' }, async ({ params, request }) => {
      const file = await files(`assets/${params.name}`)
      if (!file) throw new EngineError('NOT_FOUND', { method: 'GET', path: new URL(request.url).pathname })
      const packs = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
      const headers = { 'content-type': file.type, 'cache-control': FOR_EVER, vary: 'accept-encoding' }
      if (!packs) return new Response(file.plain, { headers })
      return new Response(file.packed, { headers: { ...headers, 'content-encoding': 'gzip' } })
    }),
    row({ method: 'GET', path: '/frame', access: 'open' }, async ({ request }) => {
      const other = frameAddressOf(addressOf(request))
      const pages = other.startsWith('/') ? "'self'" : `'self' ${new URL(other).origin}`
      return new Response(FRAME_PAGE, { headers: frameHeaders(pages) })
    }),
    ...signInRows(engine),
  ]
}

const signInRequest = z
  .strictObject({ key: z.string().max(200).optional(), link: z.string().max(200).optional() })
  .refine(({ key, link }) => (key === undefined) !== (link === undefined), {
    message: 'needs exactly one of "key" and "link"',
  })

function signInRows({ signIns, version }: ConsoleEngine): Row[] {
  return [
    row(
      { method: 'POST', path: '/console/sign-in', access: 'open', body: signInRequest },
      async ({ request, body }) => {
        // Without it, another page could sign a visitor in under a name of its own.
        assertConsole(request)
        const { key, link } = body
        const made = await (key !== undefined ? signIns.withKey(key.trim()) : signIns.withLink(link ?? ''))
        if (!made) throw new EngineError('SIGN_IN_REFUSED', { reason: key === undefined ? LINK_OVER : KEY_WRONG })
        const maxAgeS = Math.floor((made.expiresAt - Date.now()) / 1000)
        return cookieAnswer(request, made.secret, maxAgeS)
      },
    ),
    row({ method: 'DELETE', path: '/console/sign-in', access: 'open' }, async ({ request }) => {
      assertConsole(request)
      const secret = cookieOf(request)
      if (secret) await signIns.end(secret)
      return cookieAnswer(request, '', 0)
    }),
    row({ method: 'GET', path: '/console/me', access: 'read' }, async ({ caller }) =>
      json({ user: caller.userId, scope: caller.scope, expiresAt: caller.expiresAt ?? null, version }),
    ),
  ]
}

/** Behind a proxy that speaks TLS, only the page's origin says that it does. */
function cookieAnswer(request: Request, secret: string, maxAgeS: number): Response {
  const { protocol } = addressOf(request)
  const isSecure = protocol === 'https:' || (request.headers.get('origin') ?? '').startsWith('https:')
  return new Response(null, { status: 204, headers: { 'set-cookie': cookieText(secret, { maxAgeS, isSecure }) } })
}

const LINK_OVER = 'this link was used, or is more than an hour old'
const KEY_WRONG = 'the key is unknown, was revoked or has expired'

function assertConsole({ headers }: Request): void {
  if (headers.get(CONSOLE_HEADER) === '1') return
  throw new EngineError('UNAUTHENTICATED', { reason: `signing in needs the header ${CONSOLE_HEADER}: 1` })
}
