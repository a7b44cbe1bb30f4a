import type { Config } from '../config/settings.ts'
import type { Edge } from '../contract/effect.ts'
import { EngineError, problemsOf } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import { type SandboxRequest, sandboxRequest } from '../contract/sandbox.ts'
import { createContexts } from '../kernel/contexts.ts'
import type { KernelProgram } from '../kernel/kernel-program.ts'
import type { Grants } from '../pipeline/grants.ts'
import type { SandboxControl, SandboxProvider, SandboxSpec } from '../sandbox/sandbox.ts'
import { createLivePlaces } from './live-places.ts'
import type { LiveSandbox } from './live-sandbox.ts'

export interface LiveSandboxNeeds extends Pick<Ground, 'newId'> {
  config: Pick<Config, 'liveSandboxes' | 'liveSandboxesPerUser'>
  grants: Grants
  edge: Pick<Edge, 'hosts' | 'newHosts'>
  sandbox: SandboxProvider
  programs: readonly KernelProgram[]
  /** The kind of pooled sandbox that any kernel can start in. */
  warm: string
}

export interface SandboxCaller {
  /** The owner; sandboxes without one count for one user. */
  userId?: string
  signal?: AbortSignal
  /** The session that it is for. */
  sessionId?: string
  /** Anything else that it is for: answers about hosts that it asks for are bound to it. */
  place?: Record<string, unknown>
}

export interface LiveSandboxesApi {
  createSandbox(request?: SandboxRequest, caller?: SandboxCaller): Promise<LiveSandbox>
  /** Takes a place for any long-lived sandbox, as `live-places.ts` counts them. */
  takePlace(userId: string): () => void
}

/** Makes sandboxes that outlive a call, and ends them all when the engine closes. */
export function liveSandboxesPart(needs: LiveSandboxNeeds): Part<LiveSandboxesApi> {
  const { config, grants } = needs
  const living = new Set<LiveSandbox>()
  const closing = new AbortController()
  const places = createLivePlaces({ server: config.liveSandboxes, user: config.liveSandboxesPerUser })

  const createSandbox: LiveSandboxesApi['createSandbox'] = async (request = {}, caller = {}) => {
    const parsed = sandboxRequest.safeParse(request)
    if (!parsed.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(parsed.error, 'body') })
    if (closing.signal.aborted) throw new EngineError('SERVER_STOPPING', {})
    const { limits: asked, network = { allow: [] }, env = {}, metadata = {} } = parsed.data
    const limits = grants.grantLimits(asked)
    grants.assertNetwork(network.allow)
    const { userId = '', sessionId, signal = closing.signal } = caller
    const of = { userId, sessionId, signal: AbortSignal.any([signal, closing.signal]) }
    await needs.edge.hosts(network.allow, {}, of)
    const beyond = await needs.edge.newHosts({ ...caller.place }, of)
    const leave = places.take(caller.userId ?? '')
    const control = await make(
      { limits, network: { ...network, ...(beyond && { beyond }) }, env, metadata },
      caller.signal,
    ).catch((error) => {
      leave()
      throw error
    })
    const { sandbox, ended, startedFrom, limitsBy, setNetwork, pause, resume } = control
    void ended.then(leave)
    const destroy = async () => {
      await control.destroy()
      leave()
    }
    const contexts = createContexts({ sandbox, programs: needs.programs, newId: () => needs.newId('ctx'), limits })
    const own = { id: sandbox.id, metadata, limits, sandbox, contexts, startedFrom, limitsBy }
    const live: LiveSandbox = { ...own, setNetwork, pause, resume, destroy, ended }
    living.add(live)
    void ended.then(() => living.delete(live))
    // The engine closed in between: nobody else would end this sandbox.
    if (closing.signal.aborted) await destroy()
    return live
  }

  async function make(spec: SandboxSpec, signal?: AbortSignal): Promise<SandboxControl> {
    await grants.assertWalls()
    const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    return needs.sandbox.create({ ...spec, warm: needs.warm }, stop)
  }

  return {
    api: { createSandbox, takePlace: places.take },
    async close() {
      closing.abort(new EngineError('SERVER_STOPPING', {}))
      await Promise.all([...living].map((live) => live.destroy()))
    },
  }
}
