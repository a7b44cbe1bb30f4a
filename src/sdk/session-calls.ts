import { z } from 'zod'
import { sessionId } from '../contract/id.ts'
import {
  type SessionRequest,
  sessionHistory,
  sessionInfo,
  sessionList,
  sessionVariables,
  treeFiles,
  variableValue,
} from '../contract/session.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'
import { type Content, type UploadOptions, upload } from './upload.ts'

/** Variables and files that last from run to run; a run names the session in `session`. */
export function sessionCalls(transport: Transport) {
  const path = '/v1/sessions'
  return {
    create: (request: SessionRequest = {}, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'POST', path, body: request, once: true, ...call }),
    /** Newest first; `before` is the last id of the page before. */
    list: (query?: { conversation?: string; limit?: number; before?: string }, call?: CallOptions) =>
      transport.json(sessionList, { method: 'GET', path, query: { ...query }, ...call }),
    get: async (id: string, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'GET', path: at(id), ...call }),
    /** Takes the place of all metadata that the session had. */
    update: async (id: string, metadata: Record<string, string>, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'PUT', path: at(id), body: { metadata }, ...call }),
    /** With everything in it; its checkpoints stay. */
    remove: async (id: string, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'DELETE', path: at(id), once: true, ...call }),
    /** The oldest first; `after` is the last number of the page before. */
    history: async (id: string, query?: { after?: number; limit?: number }, call?: CallOptions) =>
      transport.json(sessionHistory, { method: 'GET', path: at(id, '/history'), query: { ...query }, ...call }),
    /** Makes it what it was at its latest checkpoint. */
    restore: async (id: string, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'POST', path: at(id, '/restore'), once: true, ...call }),
    variables: variableCalls(transport),
    files: fileCalls(transport),
  }
}

function variableCalls(transport: Transport) {
  const one = (id: string, name: string) => at(id, `/variables/${encodeURIComponent(name)}`)
  return {
    /** Of one language, or of all that the session has. */
    list: async (id: string, query?: { language?: string }, call?: CallOptions) =>
      transport.json(sessionVariables, { method: 'GET', path: at(id, '/variables'), query: { ...query }, ...call }),
    get: async (id: string, { name, language }: { name: string; language: string }, call?: CallOptions) =>
      transport.json(variableValue, { method: 'GET', path: one(id, name), query: { language }, ...call }),
    /** Anything that JSON can say. */
    set: async (
      id: string,
      { name, ...setting }: { name: string; language: string; value: unknown },
      call?: CallOptions,
    ) => transport.json(variableValue, { method: 'PUT', path: one(id, name), body: setting, ...call }),
  }
}

function fileCalls(transport: Transport) {
  const removed = z.object({ removed: z.string() })
  return {
    list: async (id: string, query?: { path?: string; depth?: number }, call?: CallOptions) =>
      transport.json(treeFiles, { method: 'GET', path: at(id, '/files'), query: { ...query }, ...call }),
    /** Whole or not at all, with the directories it is in. */
    save: async (id: string, { path, content }: { path: string; content: Content }, call?: UploadOptions) => {
      const sent = upload({ method: 'PUT', path: at(id, '/file'), query: { path }, content }, call)
      const [file] = (await transport.json(treeFiles.extend({ files: treeFiles.shape.files.length(1) }), sent)).files
      return file as NonNullable<typeof file>
    },
    /** The answer as soon as it begins: its body is the content. */
    open: async (id: string, path: string, call?: CallOptions): Promise<Response> =>
      transport.open({
        ...{ method: 'GET', path: at(id, '/file'), query: { path }, ...call },
        headers: { accept: 'application/octet-stream' },
      }),
    /** A file, or a directory with everything in it. */
    remove: async (id: string, path: string, call?: CallOptions) =>
      transport.json(removed, { method: 'DELETE', path: at(id, '/file'), query: { path }, once: true, ...call }),
  }
}

/** Ids become part of a path, so nothing but an id may be one. */
function at(id: string, rest = ''): string {
  if (sessionId.safeParse(id).success) return `/v1/sessions/${id}${rest}`
  throw localError('SESSION_NOT_FOUND', { sessionId: id })
}
