import type { Duplex } from 'node:stream'
import { EngineError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import { createLink, type Link } from '../agent/link.ts'
import { withLength } from '../agent/load-agent.ts'
import { createSandboxControl, type Freezer } from '../host/sandbox-control.ts'
import { setUpSandbox } from '../host/set-up-sandbox.ts'
import { untilDone } from '../host/until-done.ts'
import type { SandboxControl, SandboxSpec } from '../sandbox.ts'
import { explainFailure } from './explain-failure.ts'
import { keepAlive, LIFE_MS } from './keep-alive.ts'
import type { Remote } from './remote.ts'
import { createRemoteWire } from './remote-wire.ts'
import { tryAgain } from './try-again.ts'

export interface SandboxParts {
  id: string
  remote: Remote
  metadata: Record<string, string>
  spec: SandboxSpec
  /** Source of the agent, and the shell line that starts it. */
  agent: string
  entrance: string
  /** Pauses before the second, third and fourth try to make the sandbox. */
  pausesMs: number[]
  signal: AbortSignal
}

const MEGABYTE = 1_048_576
/** Answers to wait for: four tries to make the sandbox, its command, and the first frame of the agent. */
const SETUP_ANSWERS = 6

/** Builds one sandbox; after a failure on the way nothing of it outlasts its own time limit. */
export async function createRemoteSandbox(parts: SandboxParts): Promise<SandboxControl> {
  const { remote, signal, metadata, pausesMs } = parts
  let wire: Duplex | undefined
  let complaint = () => ''
  let rest = () => {}
  const givenUp = new AbortController()
  const tries = { pausesMs, signal: AbortSignal.any([signal, givenUp.signal]) }
  // A request under way continues when the caller gives up: only a finished sandbox can be ended.
  const made = tryAgain(() => remote.create({ metadata, lifeMs: LIFE_MS }), tries)
  const destroy = untilDone(async () => {
    givenUp.abort()
    rest()
    const sandbox = await made.catch(() => undefined)
    if (sandbox) await tryAgain(() => remote.kill(sandbox.id), { pausesMs, signal: new AbortController().signal })
    wire?.destroy()
  })
  const build = async () => {
    const sandbox = await made
    rest = keepAlive(sandbox)
    const attached = await createRemoteWire(sandbox, parts.entrance)
    complaint = attached.complaint
    wire = attached.duplex
    const link = createLink(wire)
    wire.write(withLength(Buffer.from(parts.agent)))
    await link.ready
    return control({ parts, link, destroy })
  }
  const explain = (error: unknown) => explainFailure(error, { place: remote.place, complaint: complaint() })
  return setUpSandbox({ build, destroy, explain, timeoutMs: SETUP_ANSWERS * remote.timeoutMs, signal })
}

interface Built {
  parts: SandboxParts
  link: Link
  destroy(): Promise<void>
}

function control({ parts, link, destroy }: Built): Promise<SandboxControl> {
  const { id, spec } = parts
  const ended = link.closed.then(destroy)
  // A caller may wait for the end, but need not: its failure must not count as unhandled.
  ended.catch(() => {})
  return createSandboxControl({
    id,
    spec,
    link,
    destroy,
    ended,
    rlimits: programLimits(spec.limits),
    // Each process carries its limits, and refusals are not counted.
    limitHit: async () => undefined,
    freezer: NO_PAUSE,
    outerMetrics: async () => ({}),
    limitsBy: 'rlimits',
    startedFrom: 'cold',
  })
}

const programLimits = (limits: Limits): Record<string, number> => ({
  RLIMIT_CORE: 0,
  RLIMIT_NOFILE: limits.openFiles,
  RLIMIT_FSIZE: limits.diskMb * MEGABYTE,
  RLIMIT_NPROC: limits.processes,
  RLIMIT_DATA: limits.memoryMb * MEGABYTE,
})

/** No pause: it would cut the stream that carries the agent's frames, and the requests under way. */
const NO_PAUSE: Freezer = { freeze: refusePause, thaw: refusePause }

async function refusePause(): Promise<void> {
  throw new EngineError('UNSUPPORTED', { what: 'Pausing a sandbox of an E2B server' })
}
