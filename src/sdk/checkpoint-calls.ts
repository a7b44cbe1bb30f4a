import {
  type CheckpointRequest,
  checkpointDetails,
  checkpointDiff,
  checkpointInfo,
  checkpointList,
  checkpointStats,
} from '../contract/checkpoint.ts'
import { checkpointId, sessionId } from '../contract/id.ts'
import { sessionInfo } from '../contract/session.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'
import { type Content, type UploadOptions, upload } from './upload.ts'

/** Kept states of sessions: to restore, to compare, to branch from. */
export function checkpointCalls(transport: Transport) {
  const path = '/v1/checkpoints'
  return {
    create: async (session: string, request: CheckpointRequest = {}, call?: CallOptions) =>
      transport.json(checkpointInfo, {
        ...{ method: 'POST', path: `/v1/sessions/${knownSession(session)}/checkpoints` },
        ...{ body: request, once: true, ...call },
      }),
    /** Newest first, of one session or conversation or of all. */
    list: (query?: { session?: string; conversation?: string; limit?: number }, call?: CallOptions) =>
      transport.json(checkpointList, { method: 'GET', path, query: { ...query }, ...call }),
    stats: (call?: CallOptions) => transport.json(checkpointStats, { method: 'GET', path: `${path}/stats`, ...call }),
    /** One checkpoint with its variables and files. */
    show: async (id: string, call?: CallOptions) =>
      transport.json(checkpointDetails, { method: 'GET', path: at(id), ...call }),
    diff: async ({ from, to }: { from: string; to: string }, call?: CallOptions) =>
      transport.json(checkpointDiff, { method: 'GET', path: at(from, `/diff/${known(to)}`), ...call }),
    /** Restores the session to this checkpoint. */
    restore: async (id: string, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'POST', path: at(id, '/restore'), once: true, ...call }),
    /** Makes a new session that begins at the checkpoint. */
    branch: async (id: string, request: { conversation?: string } = {}, call?: CallOptions) =>
      transport.json(sessionInfo, { method: 'POST', path: at(id, '/branch'), body: request, once: true, ...call }),
    remove: async (id: string, call?: CallOptions) =>
      transport.json(checkpointInfo, { method: 'DELETE', path: at(id), once: true, ...call }),
    /** One archive; resolves as soon as the answer begins. */
    export: async (id: string, call?: CallOptions): Promise<Response> =>
      transport.open({
        ...{ method: 'GET', path: at(id, '/archive'), ...call },
        headers: { accept: 'application/x-tar' },
      }),
    /** Imports an archive of `export`: makes a checkpoint in a new session that begins at it. */
    import: (content: Content, call?: UploadOptions) =>
      transport.json(checkpointInfo, { ...upload({ method: 'POST', path, content }, call), once: true }),
  }
}

const at = (id: string, rest = '') => `/v1/checkpoints/${known(id)}${rest}`

/** Ids become part of a path, so only valid ids are accepted. */
function known(id: string): string {
  if (checkpointId.safeParse(id).success) return id
  throw localError('CHECKPOINT_NOT_FOUND', { checkpointId: id })
}

function knownSession(id: string): string {
  if (sessionId.safeParse(id).success) return id
  throw localError('SESSION_NOT_FOUND', { sessionId: id })
}
