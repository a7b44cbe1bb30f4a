import { EngineError, problemsOf } from '../contract/errors.ts'
import type { Limits } from '../contract/limits.ts'
import { type SandboxRequest, sandboxRequest } from '../contract/sandbox.ts'
import { type Contexts, createContexts } from '../kernel/contexts.ts'
import type { KernelProgram } from '../kernel/kernel-program.ts'
import type { NetworkPolicy } from '../sandbox/network.ts'
import type {
  BoxOrigin,
  LimitsKind,
  Sandbox,
  SandboxControl,
  SandboxProvider,
  SandboxSpec,
} from '../sandbox/sandbox.ts'
import { createLivePlaces, type LivePlacesOptions } from './live-places.ts'

/** A box that lives until its owner, or the engine, ends it. */
export interface LiveSandbox {
  readonly id: string
  readonly metadata: Record<string, string>
  readonly limits: Limits
  /** Files, commands, processes, ports. */
  readonly sandbox: Sandbox
  /** Live interpreters. */
  readonly contexts: Contexts
  readonly startedFrom: BoxOrigin
  readonly limitsBy: LimitsKind
  /** Replaces the whole policy at once. */
  setNetwork(policy: NetworkPolicy): Promise<void>
  /** Freezes it where it stands; nothing may be asked of it until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Resolves when nothing of it is left; may be called more than once. */
  destroy(): Promise<void>
  /** Resolves when it is gone, by `destroy` or by itself. */
  readonly ended: Promise<void>
}

export interface LiveSandboxParts {
  provider: SandboxProvider
  programs: readonly KernelProgram[]
  /** The kind of waiting box that any kernel can be started in. */
  warm: string
  /** How many may live at once. */
  most: LivePlacesOptions
  newContextId(): string
  /** Each throws for what may not be had here. */
  grantLimits(asked: SandboxRequest['limits']): Limits
  assertNetwork(allow: string[]): void
  assertWalls(): Promise<void>
}

export interface SandboxCaller {
  /** Whose it is; all whose owner is not told count as one's. */
  userId?: string
  signal?: AbortSignal
}

/** Makes boxes that outlive a call, and ends them all when the engine closes. */
export function createLiveSandboxes(parts: LiveSandboxParts) {
  const living = new Set<LiveSandbox>()
  const closing = new AbortController()
  const places = createLivePlaces(parts.most)

  async function create(request: SandboxRequest = {}, caller: SandboxCaller = {}): Promise<LiveSandbox> {
    const parsed = sandboxRequest.safeParse(request)
    if (!parsed.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(parsed.error, 'body') })
    if (closing.signal.aborted) throw new EngineError('SERVER_STOPPING', {})
    const { limits: asked, network = { allow: [] }, env = {}, metadata = {} } = parsed.data
    const limits = parts.grantLimits(asked)
    parts.assertNetwork(network.allow)
    const leave = places.take(caller.userId ?? '')
    const control = await make({ limits, network, env, metadata }, caller.signal).catch((error) => {
      leave()
      throw error
    })
    const { sandbox, ended, startedFrom, limitsBy, setNetwork, pause, resume } = control
    void ended.then(leave)
    const destroy = async () => {
      await control.destroy()
      leave()
    }
    const contexts = createContexts({ sandbox, programs: parts.programs, newId: parts.newContextId, limits })
    const own = { id: sandbox.id, metadata, limits, sandbox, contexts, startedFrom, limitsBy }
    const live: LiveSandbox = { ...own, setNetwork, pause, resume, destroy, ended }
    living.add(live)
    void ended.then(() => living.delete(live))
    // Closed between the last look and now: nobody else would end it.
    if (closing.signal.aborted) await destroy()
    return live
  }

  async function make(spec: SandboxSpec, signal?: AbortSignal): Promise<SandboxControl> {
    await parts.assertWalls()
    const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    return parts.provider.create({ ...spec, warm: parts.warm }, stop)
  }

  return {
    create,
    /** For others whose boxes live on, too: see `live-places.ts`. */
    takePlace: places.take,
    async close(): Promise<void> {
      closing.abort(new EngineError('SERVER_STOPPING', {}))
      await Promise.all([...living].map((live) => live.destroy()))
    },
  }
}
