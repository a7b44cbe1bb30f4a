import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { readUpload } from '../../http/read-body.ts'
import { json } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'
import { wholeNumber } from './page-query.ts'

const link = z.object({
  expires: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  signature: z.string().max(200),
})
const path = '/templates/{templateID}/files/{hash}'

/** Files that a step copies: a caller with a key gets a link, and the bearer of the link uploads them. */
export function templateFileRoutes({ templates }: Pick<ControlEngine, 'templates'>): Row[] {
  return [
    row({ method: 'GET', path }, async ({ params: { templateID, hash }, request, caller: { userId } }) => {
      const { isPresent, templateId, expiresAtMs, signature } = await templates.uploadLink({
        ...{ templateId: templateID, hash, userId },
      })
      const query = new URLSearchParams({ expires: String(expiresAtMs), signature })
      const url = `${originOf(request)}/templates/${templateId}/files/${hash}?${query}`
      return json({ present: isPresent, url }, 201)
    }),
    row({ method: 'PUT', path, access: 'open', query: link }, async ({ params, query, request }) => {
      const { content, size } = readUpload(request)
      if (size === undefined) throw new EngineError('UPLOAD_REFUSED', { reason: 'it does not say how long it is' })
      await templates.receive({
        ...{ templateId: params.templateID, hash: params.hash, expiresAtMs: query.expires, signature: query.signature },
        ...{ lengthBytes: size, body: content },
      })
      return new Response(null, { headers: { 'content-length': '0' } })
    }),
  ]
}

/**
 * The origin by which the caller reached us. A proxy that ends TLS says so in a header; a caller who lies about it
 * misleads only themselves.
 */
function originOf({ url, headers }: Request): string {
  const { protocol, host } = new URL(url)
  return `${headers.get('x-forwarded-proto') === 'https' ? 'https:' : protocol}//${host}`
}
