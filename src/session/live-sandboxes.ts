import { EngineError, problemsOf } from '../contract/errors.ts'
import type { Limits } from '../contract/limits.ts'
import { type SandboxRequest, sandboxRequest } from '../contract/sandbox.ts'
import { type Contexts, createContexts } from '../kernel/contexts.ts'
import type { KernelProgram } from '../kernel/kernel-program.ts'
import type { Sandbox, SandboxProvider } from '../sandbox/sandbox.ts'

/** A box that lives until its owner, or the engine, ends it. */
export interface LiveSandbox {
  readonly id: string
  readonly metadata: Record<string, string>
  readonly limits: Limits
  /** Files, commands, processes, ports. */
  readonly sandbox: Sandbox
  /** Live interpreters. */
  readonly contexts: Contexts
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
  newContextId(): string
  /** Each throws for what may not be had here. */
  grantLimits(asked: SandboxRequest['limits']): Limits
  assertNetwork(allow: string[]): void
  assertWalls(): Promise<void>
}

/** Makes boxes that outlive a call, and ends them all when the engine closes. */
export function createLiveSandboxes(parts: LiveSandboxParts) {
  const living = new Set<LiveSandbox>()
  const closing = new AbortController()

  async function create(request: SandboxRequest = {}, signal?: AbortSignal): Promise<LiveSandbox> {
    const parsed = sandboxRequest.safeParse(request)
    if (!parsed.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(parsed.error, 'body') })
    if (closing.signal.aborted) throw new EngineError('SERVER_STOPPING', {})
    const { limits: asked, network = { allow: [] }, env = {}, metadata = {} } = parsed.data
    const limits = parts.grantLimits(asked)
    parts.assertNetwork(network.allow)
    await parts.assertWalls()
    const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    const control = await parts.provider.create({ limits, network, env, metadata, warm: parts.warm }, stop)
    const { sandbox, destroy, ended } = control
    const contexts = createContexts({ sandbox, programs: parts.programs, newId: parts.newContextId, limits })
    const live: LiveSandbox = { id: sandbox.id, metadata, limits, sandbox, contexts, destroy, ended }
    living.add(live)
    void ended.then(() => living.delete(live))
    // Closed between the last look and now: nobody else would end it.
    if (closing.signal.aborted) await destroy()
    return live
  }

  return {
    create,
    async close(): Promise<void> {
      closing.abort(new EngineError('SERVER_STOPPING', {}))
      await Promise.all([...living].map((live) => live.destroy()))
    },
  }
}
