import type { SessionInfo } from '../contract/session.ts'
import { WORKSPACE } from '../sandbox/sandbox.ts'
import type { SessionRow } from '../store/session/session-rows.ts'
import type { LoadedSession } from './loaded-session.ts'
import type { Manifest } from './state/manifest.ts'

export interface InfoParts {
  row: SessionRow
  loaded: LoadedSession | undefined
  /** The manifest of the session's last saved state. */
  manifest: Manifest | undefined
  /** 0 means never. */
  idleMs: number
  checkpointEvery: number
}

/** A session as its owner sees it. */
export function sessionInfoOf({ row, loaded, manifest, idleMs, checkpointEvery }: InfoParts): SessionInfo {
  const { settings } = row
  const languages = new Set([
    ...(loaded?.contexts.keys() ?? []),
    ...(manifest?.kernels ?? []).map((one) => one.language),
  ])
  return {
    id: row.id,
    conversation: row.conversation,
    status: loaded ? (loaded.isFrozen ? 'frozen' : 'active') : row.stateId === null ? 'new' : 'saved',
    createdAt: row.createdAt,
    usedAt: row.usedAt,
    expiresAt: idleMs === 0 ? null : row.usedAt + idleMs,
    executions: row.executions,
    languages: [...languages].sort(),
    lost: manifest?.lost ?? [],
    limits: settings.limits ?? {},
    network: settings.network ?? { allow: [] },
    env: settings.env ?? {},
    cwd: settings.cwd ?? WORKSPACE,
    volumes: settings.volumes ?? [],
    metadata: settings.metadata ?? {},
    transactions: settings.transactions,
    checkpointEvery: settings.checkpointEvery ?? checkpointEvery,
    branchedFrom: row.branchedFrom,
  }
}
