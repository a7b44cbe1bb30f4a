import type { Config } from '../config/settings.ts'
import type { Edge } from '../contract/effect.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { RunSessions } from '../pipeline/execution.ts'
import type { Grants } from '../pipeline/grants.ts'
import type { Store } from '../store/store.ts'
import { createCheckpoints } from './checkpoint/create-checkpoints.ts'
import { createSessions } from './create-sessions.ts'
import type { KeepParts } from './keep-session.ts'
import type { LiveSandboxesApi } from './live-sandboxes-part.ts'
import type { LoadParts } from './loaded-session.ts'
import { createForRun, type ForRunParts } from './run/for-run.ts'
import { createSessionFiles } from './session-files.ts'
import { createSessionTerminals } from './session-terminals.ts'
import { createSessionVariables } from './session-variables.ts'
import type { SessionsApi } from './sessions-api.ts'
import type { StatesApi } from './states-part.ts'

export interface SessionNeeds
  extends Ground,
    Pick<ForRunParts, 'config' | 'grants' | 'newMask' | 'programs' | 'provider'>,
    Pick<LiveSandboxesApi, 'createSandbox'>,
    StatesApi {
  config: Config
  store: Pick<Store, 'sessions' | 'checkpoints'>
  grants: Grants
  edge: Pick<Edge, 'recipe'>
  engineId: string
  /** Takes work that remains after an answer was given. */
  finish(work: Promise<void>): void
}

/** Looks per shortest idle time. */
const LOOKS = 4
const [LEAST_LOOK_MS, MOST_LOOK_MS] = [25, 10_000]
/** Most files of a checkpoint in an uploaded file. */
const MOST_FILES = 200_000
const MEGABYTE = 1_048_576

/** Sessions and checkpoints; `forRun` lends a session to one run. */
export function sessionsPart(needs: SessionNeeds): Part<SessionsApi & RunSessions> {
  const { config, store, states, volumes, grants, newId, engineId, clock, onTrouble } = needs
  const keep: KeepParts = {
    ...{ states, rows: store.sessions, engineId, clock, stateBytes: config.sessionStateBytes },
    release: (released) => needs.finish(states.release(released)),
  }
  const createLiveSandbox: LoadParts['createLiveSandbox'] = (
    { id, settings: { limits, network, env }, userId },
    signal,
  ) =>
    needs.createSandbox(
      { ...(limits && { limits }), ...(network && { network }), ...(env && { env }) },
      { userId, ...(signal && { signal }), ...(id && { sessionId: id }) },
    )
  const sessions = createSessions({
    ...{ ...keep, onTrouble, createLiveSandbox, volumeMounts: needs.mounts },
    active: config.activeSessions,
    leaseMs: config.leaseMs,
    newSessionId: () => newId('ses'),
    freezeMs: config.sessionFreezeMs,
    unloadMs: config.sessionUnloadMs,
    removeMs: config.sessionIdleMs,
    checkpointEvery: config.checkpointEvery,
    async assertAllowed({ limits, network, volumes: wanted = [] }, userId) {
      for (const { name } of wanted) await volumes.info({ userId, name })
      grants.grantLimits(limits)
      grants.assertNetwork(network?.allow ?? [])
    },
  })
  const checkpoints = createCheckpoints({
    ...{ ...keep, sessions, createLiveSandbox, checkpoints: store.checkpoints },
    newCheckpointId: () => newId('chk'),
    most: config.checkpoints,
    importLimits: { bytes: config.maxDiskMb * MEGABYTE + config.sessionStateBytes, files: MOST_FILES },
  })
  const terminals = createSessionTerminals({ sessions, edge: needs.edge, idleMs: config.sessionUnloadMs, onTrouble })
  const stopLooks = startLooks({ look: sessions.look, everyMs: lookMsOf(config), onTrouble })
  /** Saves the sessions in memory. */
  const close = async () => {
    await stopLooks()
    terminals.endAll()
    await sessions.close()
  }
  const variables = createSessionVariables({ sessions, states, programs: needs.programs })
  const forRun = createForRun({ ...needs, sessions, keep, checkpoints })
  const remove: SessionsApi['remove'] = async (id, userId) => {
    await sessions.owned(id, userId)
    terminals.end(id)
    await sessions.remove(id, userId)
  }
  const files = createSessionFiles(sessions)
  return { api: { ...sessions, remove, checkpoints, variables, files, terminals, forRun, close }, close }
}

function lookMsOf({ sessionFreezeMs, sessionUnloadMs, sessionIdleMs }: Config): number {
  const dueMs = [sessionFreezeMs, sessionUnloadMs, sessionIdleMs].filter((ms) => ms > 0)
  return Math.min(MOST_LOOK_MS, Math.max(LEAST_LOOK_MS, Math.min(...dueMs, MOST_LOOK_MS * LOOKS) / LOOKS))
}

interface Looks extends Pick<Ground, 'onTrouble'> {
  look(): Promise<void>
  everyMs: number
}

/** Runs one look at a time. */
function startLooks({ look, everyMs, onTrouble }: Looks): () => Promise<void> {
  let looking: Promise<void> | undefined
  const looks = setInterval(() => {
    looking ??= look()
      .catch(onTrouble)
      .finally(() => {
        looking = undefined
      })
  }, everyMs)
  looks.unref()
  return async () => {
    clearInterval(looks)
    await looking
  }
}
