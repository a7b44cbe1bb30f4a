import { randomBytes } from 'node:crypto'
import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import type { IdPrefix } from '../contract/id.ts'
import type { Limits } from '../contract/limits.ts'
import type { RunRequest } from '../contract/run.ts'
import { kernelPrograms } from '../kernel/kernel-programs.ts'
import type { PieceMask } from '../pipeline/execute/output-teller.ts'
import type { RunSession } from '../pipeline/execution.ts'
import { createCheckpoints } from '../session/checkpoint/create-checkpoints.ts'
import { createSessions, type Owner } from '../session/create-sessions.ts'
import type { KeepParts } from '../session/keep-session.ts'
import type { LiveSandbox, LiveSandboxParts, SandboxCaller } from '../session/live-sandboxes.ts'
import type { LoadParts } from '../session/loaded-session.ts'
import { createSessionFiles } from '../session/session-files.ts'
import { createSessionVariables } from '../session/session-variables.ts'
import { createStates } from '../session/state/create-states.ts'
import { createVolumes } from '../session/volume/create-volumes.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import type { Store } from '../store/store.ts'
import { runInSession } from './run-in-session.ts'

export interface SessionAssembly {
  config: Config
  store: Store
  /** Content of states; not those of the journal. */
  blobs: Blobs
  createSandbox(request: object, caller: SandboxCaller): Promise<LiveSandbox>
  provider: string
  engineId: string
  newId(prefix: IdPrefix): string
  clock(): number
  newMask: () => PieceMask
  grantLimits: LiveSandboxParts['grantLimits']
  assertNetwork: LiveSandboxParts['assertNetwork']
  /** Takes what is still to be done when an answer is given already. */
  finish(work: Promise<void>): void
  onTrouble(error: unknown): void
}

/** Looked at so many times until something is due, but not all the time. */
const LOOKS = 4
const [LEAST_LOOK_MS, MOST_LOOK_MS] = [25, 10_000]
/** Of a checkpoint in a file of anybody. */
const MOST_FILES = 200_000
const MEGABYTE = 1_048_576
const SWEEP_MS = 3_600_000

/** Everything that lasts: sessions, checkpoints, volumes and their content. */
export function assembleSessions(parts: SessionAssembly) {
  const { config, store, clock, newId, onTrouble, engineId } = parts
  const states = createStates({ blobs: parts.blobs, contents: store.contents, clock, randomBytes })
  const keep: KeepParts = {
    ...{ states, rows: store.sessions, engineId, clock, stateBytes: config.sessionStateBytes },
    release: (released) => parts.finish(states.release(released)),
  }
  const createBox: LoadParts['createBox'] = ({ settings: { limits, network, env }, userId }, signal) =>
    parts.createSandbox(
      { ...(limits && { limits }), ...(network && { network }), ...(env && { env }) },
      { userId, ...(signal && { signal }) },
    )
  const { volumes, mounts } = createVolumes({
    ...{ rows: store.volumes, states, clock },
    most: config.volumes,
    largest: { bytes: config.volumeBytes, files: config.volumeFiles },
    newId: () => newId('vol'),
  })
  const sessions = createSessions({
    ...keep,
    volumeMounts: mounts,
    onTrouble,
    createBox,
    active: config.activeSessions,
    leaseMs: config.leaseMs,
    newSessionId: () => newId('ses'),
    freezeMs: config.sessionFreezeMs,
    unloadMs: config.sessionUnloadMs,
    removeMs: config.sessionIdleMs,
    checkpointEvery: config.checkpointEvery,
    async assertAllowed({ limits, network, volumes: wanted = [] }, userId) {
      for (const { name } of wanted) await volumes.info({ userId, name })
      parts.grantLimits(limits)
      parts.assertNetwork(network?.allow ?? [])
    },
  })
  const checkpoints = createCheckpoints({
    ...keep,
    sessions,
    createBox,
    checkpoints: store.checkpoints,
    newCheckpointId: () => newId('chk'),
    most: config.checkpoints,
    importLimits: { bytes: config.maxDiskMb * MEGABYTE + config.sessionStateBytes, files: MOST_FILES },
  })

  /** The session of a run, its own until it ends; and what the run has to keep to there. */
  async function forRun(request: RunRequest, id: string, owner: Owner): Promise<SessionForRun> {
    const { settings } = await sessions.owned(id, owner.userId)
    refuseOptions(request)
    const limits = parts.grantLimits({ ...settings.limits, ...request.options?.limits })
    const { session, leave } = await sessions.take(id, owner.signal)
    const taken = runInSession(
      {
        keep,
        programs: kernelPrograms,
        checkpoints,
        checkpointEvery: config.checkpointEvery,
        checkpointRisky: config.checkpointRisky,
        provider: parts.provider,
        newMask: parts.newMask,
        clock,
      },
      { session, leave, renew: sessions.memory.renew, discard: () => sessions.memory.discardLoaded(id, session) },
    )
    const network = settings.network ?? { allow: [] }
    return { session: taken, limits, request: { ...request, options: { ...request.options, network } } }
  }

  const dueMs = [config.sessionFreezeMs, config.sessionUnloadMs, config.sessionIdleMs].filter((ms) => ms > 0)
  const lookMs = Math.min(MOST_LOOK_MS, Math.max(LEAST_LOOK_MS, Math.min(...dueMs, MOST_LOOK_MS * LOOKS) / LOOKS))
  let looking: Promise<void> | undefined
  const looks = setInterval(() => {
    looking ??= sessions
      .look()
      .catch(onTrouble)
      .finally(() => {
        looking = undefined
      })
  }, lookMs)
  looks.unref()
  const sweeps = setInterval(() => void states.sweep().catch(onTrouble), SWEEP_MS)
  sweeps.unref()

  return {
    ...sessions,
    checkpoints,
    volumes,
    volumeMounts: mounts,
    variables: createSessionVariables({ sessions, states, programs: kernelPrograms }),
    files: createSessionFiles(sessions),
    forRun,
    /** Saves what is in memory. */
    async close(): Promise<void> {
      clearInterval(looks)
      clearInterval(sweeps)
      await looking
      await sessions.close()
    },
  }
}

export interface SessionForRun {
  session: RunSession
  limits: Limits
  request: RunRequest
}

/** What was settled when the session was made cannot be asked for by one of its runs. */
function refuseOptions({ options = {} }: RunRequest): void {
  const { timeoutMs: _, outputBytes: __, ...fixed } = options.limits ?? {}
  const [limit] = Object.keys(fixed)
  if (limit !== undefined) throw new EngineError('SESSION_LIMITS', { option: `options.limits.${limit}` })
  if (options.network) throw new EngineError('SESSION_LIMITS', { option: 'options.network' })
  if (options.parallel) throw new EngineError('UNSUPPORTED', { what: 'options.parallel in a session' })
}
