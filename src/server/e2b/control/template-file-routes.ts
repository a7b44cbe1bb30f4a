import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { unbroken } from '../unbroken.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRoute, StreamRoute, StreamVisit } from './control-route.ts'
import { wholeNumber } from './page-query.ts'
import { parseQuery } from './parse-body.ts'

const link = z.object({
  expires: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  signature: z.string().max(200),
})
const PATH = '/templates/{templateID}/files/{hash}'

/** Files that a step copies: a link is given to who has the key, and whoever has the link uploads them. */
export function templateFileRoutes({ templates }: Pick<ControlEngine, 'templates'>): (ControlRoute | StreamRoute)[] {
  return [
    {
      method: 'GET',
      path: PATH,
      async handle({ params: { templateID = '', hash = '' }, origin, caller: { userId } }) {
        const { isPresent, templateId, expiresAtMs, signature } = await templates.uploadLink({
          ...{ templateId: templateID, hash, userId },
        })
        const query = new URLSearchParams({ expires: String(expiresAtMs), signature })
        return {
          status: 201,
          body: { present: isPresent, url: `${origin}/templates/${templateId}/files/${hash}?${query}` },
        }
      },
    },
    {
      method: 'PUT',
      path: PATH,
      async stream({ params: { templateID = '', hash = '' }, query, request, response }) {
        const { expires, signature } = parseQuery(link, query)
        // Whatever is wrong with it, the rest of a large body is not read; HTTP/2 has other ways to say so.
        if (request.httpVersionMajor === 1) response.setHeader('connection', 'close')
        await templates.receive({
          ...{ templateId: templateID, hash, expiresAtMs: expires, signature },
          lengthBytes: lengthOf(request),
          body: unbroken(request, (cause) => new EngineError('UPLOAD_BROKEN', {}, { cause })),
        })
        response.removeHeader('connection')
        response.writeHead(200, { 'content-length': 0 })
        response.end()
      },
    },
  ]
}

function lengthOf({ headers }: StreamVisit['request']): number {
  const told = headers['content-length'] ?? ''
  if (!/^\d{1,15}$/.test(told)) throw new EngineError('UPLOAD_REFUSED', { reason: 'it does not say how long it is' })
  return Number(told)
}
