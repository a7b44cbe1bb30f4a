import { z } from 'zod'
import { EngineError, problemsOf } from '../../../contract/errors.ts'
import type { StreamRoute } from '../control/control-route.ts'
import { readBody, readUpload } from './content-body.ts'
import type { ContentCall, ContentHandler } from './content-call.ts'
import { entryOf, rootOf } from './volume-entry.ts'

const MOST_LEVELS = 10_000
const USER_ID = z.coerce.number().int().min(0).max(4_294_967_295)
const attributes = z.object({ mode: USER_ID.optional(), uid: USER_ID.optional(), gid: USER_ID.optional() })
const placing = attributes.extend({ force: z.enum(['true', 'false']).default('false') })
const depth = z.coerce.number().int().min(0).max(4_294_967_295).default(1)

const handlers: Record<string, ContentHandler> = {
  'GET path': async (call) => ({
    status: 200,
    body: call.path === '' ? rootOf(call.info) : entryOf(await call.volumes.stat(call.volume, call.path), call.info),
  }),

  async 'PATCH path'(call) {
    const { mode, uid, gid } = parse(attributes, await readBody(call.request), 'body')
    const wanted = {
      ...(mode !== undefined && { mode }),
      ...(uid !== undefined && { uid }),
      ...(gid !== undefined && { gid }),
    }
    return { status: 200, body: entryOf(await call.volumes.setAttributes(call.volume, call.path, wanted), call.info) }
  },

  async 'DELETE path'({ volumes, volume, path }) {
    if (path === '') throw notFound(path)
    await volumes.removeFile(volume, path)
    return { status: 204 }
  },

  async 'GET dir'(call) {
    const { volumes, volume, path, query, info } = call
    const levels = parse(depth, query.get('depth') ?? undefined, 'depth')
    if (path !== '' && (await volumes.stat(volume, path)).type !== 'directory') throw notFound(path)
    const found = await volumes.files(volume, { path, depth: Math.min(Math.max(levels, 1), MOST_LEVELS) })
    return { status: 200, body: found.map((file) => entryOf(file, info)) }
  },

  async 'POST dir'(call) {
    const { force, ...wanted } = placingOf(call)
    if (call.path === '' && force) return { status: 201, body: rootOf(call.info) }
    if (call.path === '') throw new EngineError('PATH_EXISTS', { path: '/' })
    const options = { ...wanted, mayReplace: force, makesParents: force }
    return { status: 201, body: entryOf(await call.volumes.makeDirectory(call.volume, call.path, options), call.info) }
  },

  async 'GET file'({ volumes, volume, path }) {
    if (path === '' || (await volumes.stat(volume, path)).type !== 'file') throw notFound(path)
    const { size, content } = await volumes.open(volume, path)
    return { status: 200, file: { size, content: content() } }
  },

  async 'PUT file'(call) {
    if (call.path === '') throw new EngineError('PATH_EXISTS', { path: '/' })
    const { force, ...wanted } = placingOf(call)
    const file = { path: call.path, ...readUpload(call.request), ...wanted, mayReplace: force, makesParents: false }
    return { status: 201, body: entryOf(await call.volumes.save(call.volume, file), call.info) }
  },
}

/** What may be done with what is at a path, in a directory, and with the bytes of a file. */
export const contentHandlers = Object.entries(handlers).map(([name, handle]) => {
  const [method = '', kind = ''] = name.split(' ')
  return { method: method as StreamRoute['method'], kind, handle }
})

function placingOf({ query }: ContentCall) {
  const { force, mode, uid, gid } = parse(placing, Object.fromEntries(query), 'query')
  const isOwned = uid !== undefined || gid !== undefined
  return {
    force: force === 'true',
    ...(mode !== undefined && { mode }),
    ...(isOwned && { owner: { uid: uid ?? 0, gid: gid ?? 0 } }),
  }
}

function parse<T extends z.ZodType>(schema: T, value: unknown, where: 'body' | 'query' | 'depth'): z.infer<T> {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(parsed.error, where) })
  return parsed.data
}

const notFound = (path: string) => new EngineError('PATH_NOT_FOUND', { path: `/${path}`, where: 'the volume' })
