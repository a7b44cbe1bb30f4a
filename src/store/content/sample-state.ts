import { randomBytes, randomUUID } from 'node:crypto'
import { sessionRequest } from '../../contract/session.ts'
import type { CheckpointRow } from '../checkpoint/checkpoint-rows.ts'
import type { SessionRow } from '../session/session-rows.ts'
import type { Store } from '../store.ts'
import type { VolumeRow } from '../volume/volume-rows.ts'
import type { StateRow } from './state-rows.ts'

/** A state with one blob of its own, and those of its base. */
export async function beginState(store: Store, base?: StateRow): Promise<StateRow> {
  const id = randomBytes(32).toString('hex')
  await store.contents.begin({ hash: id, bytes: 100, at: 1000 })
  return { id, blobs: [...(base?.blobs ?? []), id], bytes: 5000.5, createdAt: 1000 }
}

/** A session that an engine has. */
export async function createSession(store: Store, known: Partial<SessionRow> = {}) {
  const row = sessionOf(known)
  await store.sessions.create(row)
  /** The arguments of `advance`, beside the state and the execution. */
  const step = { sessionId: row.id, engineId: row.engineId ?? '', usedAt: row.usedAt }
  return { row, step }
}

export const sessionOf = (known: Partial<SessionRow> = {}): SessionRow => ({
  id: randomUUID(),
  userId: randomUUID(),
  conversation: 'it’s "one"',
  settings: sessionRequest.parse({ env: { NAME: 'ä\0' }, metadata: { a: 'b' } }),
  stateId: null,
  executions: 0,
  createdAt: 1000.5,
  usedAt: 2000,
  engineId: randomUUID(),
  branchedFrom: null,
  ...known,
})

export const checkpointOf = (known: Pick<CheckpointRow, 'stateId'> & Partial<CheckpointRow>): CheckpointRow => ({
  id: randomUUID(),
  userId: randomUUID(),
  sessionId: randomUUID(),
  conversation: 'one',
  label: 'before\0 it',
  kind: 'explicit',
  createdAt: 1000,
  executions: 3,
  files: 2,
  bytes: 5000,
  languages: ['python'],
  versions: { python: '3.11.2' },
  lost: [{ what: 'socket', why: 'a connection has no bytes' }],
  settings: sessionRequest.parse({}),
  variables: [{ name: 'x', type: 'int', summary: '1', language: 'python' }],
  ...known,
})

export const volumeOf = (known: Partial<VolumeRow> = {}): VolumeRow => ({
  id: randomUUID(),
  userId: randomUUID(),
  name: 'data',
  version: 0,
  stateId: null,
  bytes: 0,
  files: 0,
  maxBytes: 1_099_511_627_776,
  maxFiles: 10_000,
  createdAt: 1000,
  changedAt: 1000,
  ...known,
})
