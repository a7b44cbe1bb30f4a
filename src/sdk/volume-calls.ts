import { treeFile, treeFiles } from '../contract/session.ts'
import { type VolumeRequest, volumeInfo, volumeList, volumeName, volumeStats } from '../contract/volume.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'
import { type Content, type UploadOptions, upload } from './upload.ts'

/** Files that outlive sandboxes. */
export function volumeCalls(transport: Transport) {
  const path = '/v1/volumes'
  const at = (name: string, rest = '') => `${path}/${known(name)}${rest}`
  const send = (to: { name: string; rest: string; path: string; content: Content }, options?: UploadOptions) =>
    upload({ method: 'PUT', path: at(to.name, to.rest), query: { path: to.path }, content: to.content }, options)

  return {
    create: (request: VolumeRequest, call?: CallOptions) =>
      transport.json(volumeInfo, { method: 'POST', path, body: request, once: true, ...call }),
    list: (call?: CallOptions) => transport.json(volumeList, { method: 'GET', path, ...call }),
    stats: (call?: CallOptions) => transport.json(volumeStats, { method: 'GET', path: `${path}/stats`, ...call }),
    info: async (name: string, call?: CallOptions) =>
      transport.json(volumeInfo, { method: 'GET', path: at(name), ...call }),
    /** Removes a volume with everything in it. */
    remove: async (name: string, call?: CallOptions) =>
      transport.json(volumeInfo, { method: 'DELETE', path: at(name), ...call }),
    files: async (name: string, query?: { path?: string; depth?: number }, call?: CallOptions) =>
      transport.json(treeFiles, { method: 'GET', path: at(name, '/files'), query: { ...query }, ...call }),
    /** Writes the file whole or not at all. */
    save: async (name: string, file: { path: string; content: Content }, call?: UploadOptions) =>
      transport.json(treeFile, send({ name, rest: '/file', ...file }, call)),
    /** Resolves as soon as the answer begins: its body is the content, its `content-length` the size. */
    open: async (name: string, file: { path: string; range?: string }, call?: CallOptions): Promise<Response> =>
      transport.open({
        ...{ method: 'GET', path: at(name, '/file'), query: { path: file.path }, ...call },
        headers: { accept: 'application/octet-stream', ...(file.range !== undefined && { range: file.range }) },
      }),
    makeDirectory: async (name: string, directory: string, call?: CallOptions) =>
      transport.json(treeFile, { method: 'POST', path: at(name, '/directories'), body: { path: directory }, ...call }),
    move: async (name: string, paths: { from: string; to: string }, call?: CallOptions) =>
      transport.json(treeFile, { method: 'POST', path: at(name, '/move'), body: paths, once: true, ...call }),
    /** Removes a file, or a directory with everything in it. */
    removeFile: async (name: string, file: string, call?: CallOptions) =>
      transport.json(volumeInfo, {
        method: 'DELETE',
        path: at(name, '/file'),
        query: { path: file },
        once: true,
        ...call,
      }),
    /** A directory as tar; resolves as soon as the answer begins. */
    export: async (name: string, query?: { path?: string }, call?: CallOptions): Promise<Response> =>
      transport.open({
        ...{ method: 'GET', path: at(name, '/archive'), query: { ...query }, ...call },
        headers: { accept: 'application/x-tar' },
      }),
    /** Imports a tar, plain or in gzip or zstd: everything in it or nothing. */
    import: async (name: string, archive: { path?: string; content: Content }, call?: UploadOptions) =>
      transport.json(volumeInfo, send({ name, rest: '/archive', path: '', ...archive }, call)),
  }
}

/** Names become part of a path, so only valid names are accepted. */
function known(name: string): string {
  if (volumeName.safeParse(name).success) return name
  throw localError('VOLUME_NOT_FOUND', { name })
}
