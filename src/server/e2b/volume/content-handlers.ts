import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { parsed } from '../../../contract/parsed.ts'
import { parseJson } from '../../http/parse-json.ts'
import { readBytes, readUpload } from '../../http/read-body.ts'
import { json, noContent } from '../../http/route.ts'
import type { Row } from '../../http/row.ts'
import type { ContentCall, ContentHandler } from './content-call.ts'
import { entryOf, rootOf } from './volume-entry.ts'

const MOST_LEVELS = 10_000
const MOST_BODY_BYTES = 65_536
const USER_ID = z.coerce.number().int().min(0).max(4_294_967_295)
const attributes = z.object({ mode: USER_ID.optional(), uid: USER_ID.optional(), gid: USER_ID.optional() })
const placing = attributes.extend({ force: z.enum(['true', 'false']).default('false') })
const depth = z.coerce.number().int().min(0).max(4_294_967_295).default(1)

const handlers: Record<string, ContentHandler> = {
  'GET path': async (call) =>
    json(call.path === '' ? rootOf(call.info) : entryOf(await call.volumes.stat(call.volume, call.path), call.info)),

  async 'PATCH path'(call) {
    const { mode, uid, gid } = parsed(
      attributes,
      await parseJson(await readBytes(call.request, MOST_BODY_BYTES)),
      'body',
    )
    const wanted = {
      ...(mode !== undefined && { mode }),
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    }
    return json(entryOf(await call.volumes.setAttributes(call.volume, call.path, wanted), call.info))
  },

  async 'DELETE path'({ volumes, volume, path }) {
    if (path === '') throw notFound(path)
    await volumes.removeFile(volume, path)
    return noContent()
  },

  async 'GET dir'(call) {
    const { volumes, volume, path, query, info } = call
    const levels = parsed(depth, query.get('depth') ?? undefined, 'depth')
    if (path !== '' && (await volumes.stat(volume, path)).type !== 'directory') throw notFound(path)
    const found = await volumes.files(volume, { path, depth: Math.min(Math.max(levels, 1), MOST_LEVELS) })
    return json(found.map((file) => entryOf(file, info)))
  },

  async 'POST dir'(call) {
    const { force, ...wanted } = placingOf(call)
    if (call.path === '' && force) return json(rootOf(call.info), 201)
    if (call.path === '') throw new EngineError('PATH_EXISTS', { path: '/' })
    const options = { ...wanted, mayReplace: force, makesParents: force }
    return json(entryOf(await call.volumes.makeDirectory(call.volume, call.path, options), call.info), 201)
  },

  async 'GET file'({ volumes, volume, path }) {
    if (path === '' || (await volumes.stat(volume, path)).type !== 'file') throw notFound(path)
    const { size, content } = await volumes.open(volume, path)
    return new Response(ReadableStream.from(content()), {
      headers: { 'content-type': 'application/octet-stream', 'content-length': String(size) },
    })
  },

  async 'PUT file'(call) {
    if (call.path === '') throw new EngineError('PATH_EXISTS', { path: '/' })
    const { force, ...wanted } = placingOf(call)
    const file = { path: call.path, ...readUpload(call.request), ...wanted, mayReplace: force, makesParents: false }
    return json(entryOf(await call.volumes.save(call.volume, file), call.info), 201)
  },
}

/** Calls on a path, on a directory, and on the bytes of a file. */
export const contentHandlers = Object.entries(handlers).map(([name, handle]) => {
  const [method = '', kind = ''] = name.split(' ')
  return { method: method as Row['method'], kind, handle }
})

function placingOf({ query }: ContentCall) {
  const { force, mode, uid, gid } = parsed(placing, Object.fromEntries(query), 'query')
  const isOwned = uid !== undefined || gid !== undefined
  return {
    force: force === 'true',
    ...(mode !== undefined && { mode }),
    ...(isOwned && { owner: { uid: uid ?? 0, gid: gid ?? 0 } }),
  }
}

const notFound = (path: string) => new EngineError('PATH_NOT_FOUND', { path: `/${path}`, where: 'the volume' })
