import { z } from 'zod'
import { treeFile, treeFiles } from '../../contract/session.ts'
import { volumeInfo, volumeName, volumePath } from '../../contract/volume.ts'
import type { Engine } from '../../engine.ts'
import { byteRangeOf } from '../http/byte-range.ts'
import { readUpload } from '../http/read-body.ts'
import { answers, json, type Route, route } from '../http/route.ts'
import { volumeOf } from './volume-of.ts'

const MOST_LEVELS = 10_000
const params = z.object({ name: volumeName })
const fileQuery = z.strictObject({ path: volumePath })
const directoryQuery = z.strictObject({
  path: z.string().max(16_384).default('').describe('The whole volume unless told'),
})
const listQuery = directoryQuery.extend({
  depth: z.coerce.number().int().min(1).max(MOST_LEVELS).default(1).describe('How many levels down'),
})
const BYTES = { 'application/octet-stream': null }

/** Files pass through unchanged, as fast as they are sent and taken. */
export function volumeFileRoutes(volumes: Engine['volumes']): Route[] {
  const file = { path: '/v1/volumes/{name}/file', params, query: fileQuery } as const
  const archive = { path: '/v1/volumes/{name}/archive', params, query: directoryQuery } as const
  return [
    route(
      {
        ...{ method: 'GET', path: '/v1/volumes/{name}/files', params, query: listQuery },
        tag: 'Volumes',
        operation: 'listVolumeFiles',
        summary: 'What is in a directory of a volume',
        errors: ['PATH_NOT_FOUND', 'PATH_REFUSED'],
        answers: answers(treeFiles, 'Files, directories and links, by path'),
      },
      async (input) => json({ files: await volumes.files(volumeOf(input), input.query) }),
    ),
    route(
      {
        ...{ method: 'GET', ...file },
        tag: 'Volumes',
        operation: 'readVolumeFile',
        summary: 'The content of a file of a volume, or the range of it that the request names',
        errors: ['PATH_NOT_FOUND', 'PATH_REFUSED', 'RANGE_REFUSED'],
        answers: [
          { status: 200, description: 'The bytes', content: BYTES },
          { status: 206, description: 'The bytes of the range', content: BYTES },
        ],
      },
      async (input) => download(await volumes.open(volumeOf(input), input.query.path), input.request),
    ),
    route(
      {
        ...{ method: 'PUT', ...file },
        tag: 'Volumes',
        operation: 'writeVolumeFile',
        summary: 'Save a file in a volume, with the directories it is in: whole or not at all',
        upload: 'The content of the file',
        errors: ['PATH_EXISTS', 'PATH_REFUSED', 'VOLUME_FULL'],
        answers: answers(treeFile, 'The file'),
      },
      async (input) =>
        json(await volumes.save(volumeOf(input), { path: input.query.path, ...readUpload(input.request) })),
    ),
    route(
      {
        ...{ method: 'DELETE', ...file },
        tag: 'Volumes',
        operation: 'deleteVolumeFile',
        summary: 'Remove a file of a volume, or a directory with everything in it',
        errors: ['PATH_NOT_FOUND', 'PATH_REFUSED'],
        answers: answers(volumeInfo, 'The volume without it'),
      },
      async (input) => json(await volumes.removeFile(volumeOf(input), input.query.path)),
    ),
    route(
      {
        ...{ method: 'GET', ...archive },
        tag: 'Volumes',
        operation: 'readVolumeArchive',
        summary: 'A directory of a volume as a tar archive',
        errors: ['PATH_NOT_FOUND', 'PATH_REFUSED'],
        answers: [{ status: 200, description: 'The archive', content: { 'application/x-tar': null } }],
      },
      async (input) => {
        const { content } = await volumes.export(volumeOf(input), input.query.path)
        return new Response(ReadableStream.from(content), { headers: { 'content-type': 'application/x-tar' } })
      },
    ),
    route(
      {
        ...{ method: 'PUT', ...archive },
        tag: 'Volumes',
        operation: 'writeVolumeArchive',
        summary: 'Lay an archive into a directory of a volume: everything in it or nothing',
        upload: 'tar, alone or in gzip or zstd',
        errors: ['ARCHIVE_REFUSED', 'PATH_EXISTS', 'PATH_REFUSED', 'VOLUME_FULL'],
        answers: answers(volumeInfo, 'The volume with it'),
      },
      async (input) => {
        const { content } = readUpload(input.request)
        return json(await volumes.import(volumeOf(input), { path: input.query.path, content }))
      },
    ),
  ]
}

type OpenFile = Awaited<ReturnType<Engine['volumes']['open']>>

function download(file: OpenFile, { headers, method }: Request): Response {
  const tag = `"${file.tag}"`
  // A caller who resumes a file that has changed meanwhile gets it from the start.
  const wanted = [null, tag].includes(headers.get('if-range')) ? headers.get('range') : null
  const range = byteRangeOf(wanted, file.size)
  const length = range ? range.end - range.start + 1 : file.size
  const body = method === 'HEAD' || length === 0 ? null : ReadableStream.from(file.content(range))
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-length': String(length),
      'accept-ranges': 'bytes',
      etag: tag,
      ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${file.size}` }),
    },
  })
}
