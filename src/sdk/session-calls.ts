import { z } from 'zod'
import { sessionId } from '../contract/id.ts'
import {
  type SessionRequest,
  sessionHistory,
  sessionInfo,
  sessionList,
  sessionVariables,
  treeFiles,
  variableAttributes,
  variableValue,
} from '../contract/session.ts'
import type { TerminalInput, TerminalSize } from '../contract/terminal.ts'
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
    /** Newest first; `before` is the last id of the previous page. */
    list: (query?: { conversation?: string; limit?: number; before?: string }, call?: CallOptions) =>
      transport.json(sessionList, { method: 'GET', path, query: { ...query }, ...call }),
    get: async (id: string, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'GET', path: at(id), ...call }),
    /** Replaces all metadata of the session. */
    update: async (id: string, metadata: Record<string, string>, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'PUT', path: at(id), body: { metadata }, ...call }),
    /** Removes a session with everything in it; its checkpoints stay. */
    remove: async (id: string, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'DELETE', path: at(id), once: true, ...call }),
    /** The oldest first; `after` is the last number of the previous page. */
    history: async (id: string, query?: { after?: number; limit?: number }, call?: CallOptions) =>
      transport.json(sessionHistory, { method: 'GET', path: at(id, '/history'), query: { ...query }, ...call }),
    /** Restores the session to its latest checkpoint. */
    restore: async (id: string, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'POST', path: at(id, '/restore'), once: true, ...call }),
    variables: variableCalls(transport),
    files: fileCalls(transport),
    terminal: terminalCalls(transport),
  }
}

function variableCalls(transport: Transport) {
  const one = (id: string, name: string) => at(id, `/variables/${encodeURIComponent(name)}`)
  return {
    /** Variables of one language, or of all languages in the session. */
    list: async (id: string, query?: { language?: string }, call?: CallOptions) =>
      transport.json(sessionVariables, { method: 'GET', path: at(id, '/variables'), query: { ...query }, ...call }),
    get: async (id: string, { name, language }: { name: string; language: string }, call?: CallOptions) =>
      transport.json(variableValue, { method: 'GET', path: one(id, name), query: { language }, ...call }),
    /** The names that may stand behind a dot: `of` is a variable, or an attribute of one (`a.b`). */
    attributes: async (id: string, query: { language: string; of: string }, call?: CallOptions) =>
      transport.json(variableAttributes, { method: 'GET', path: at(id, '/attributes'), query, ...call }),
    /** Accepts any JSON value. */
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
    /** Writes the file whole or not at all, with its directories. */
    save: async (id: string, { path, content }: { path: string; content: Content }, call?: UploadOptions) => {
      const sent = upload({ method: 'PUT', path: at(id, '/file'), query: { path }, content }, call)
      const [file] = (await transport.json(treeFiles.extend({ files: treeFiles.shape.files.length(1) }), sent)).files
      return file as NonNullable<typeof file>
    },
    /** Resolves as soon as the answer begins: its body is the content. */
    open: async (id: string, path: string, call?: CallOptions): Promise<Response> =>
      transport.open({
        ...{ method: 'GET', path: at(id, '/file'), query: { path }, ...call },
        headers: { accept: 'application/octet-stream' },
      }),
    /** Removes a file, or a directory with everything in it. */
    remove: async (id: string, path: string, call?: CallOptions) =>
      transport.json(removed, { method: 'DELETE', path: at(id, '/file'), query: { path }, once: true, ...call }),
  }
}

function terminalCalls(transport: Transport) {
  return {
    /** Resolves when the shell is there: the body tells its output as server-sent events, and ends it when it is cancelled. */
    open: async (id: string, size: Partial<TerminalSize> = {}, call?: CallOptions): Promise<Response> =>
      transport.open({
        ...{ method: 'POST', path: at(id, '/terminal'), body: size, once: true, ...call },
        headers: { accept: 'text/event-stream' },
      }),
    /** Sends keys, control characters included, or tells a new size; one call after the other keeps their order. */
    send: async (id: string, input: TerminalInput, call?: CallOptions): Promise<void> => {
      await transport.text({ method: 'POST', path: at(id, '/terminal/input'), body: input, once: true, ...call })
    },
  }
}

/** Ids become part of a path, so only valid ids are accepted. */
function at(id: string, rest = ''): string {
  if (sessionId.safeParse(id).success) return `/v1/sessions/${id}${rest}`
  throw localError('SESSION_NOT_FOUND', { sessionId: id })
}
