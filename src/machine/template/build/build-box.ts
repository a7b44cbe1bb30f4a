import { EngineError } from '../../../contract/errors.ts'
import type { Limits } from '../../../contract/limits.ts'
import type { NetworkPolicy } from '../../../sandbox/network.ts'
import type { SandboxControl, SandboxProvider } from '../../../sandbox/sandbox.ts'
import type { UserLayers } from '../../user-layers.ts'
import type { BuildState } from './build-state.ts'

export interface BuildBoxParts {
  provider: SandboxProvider
  layers: UserLayers
  /** Whom builds may talk to: the same as machines. */
  network: NetworkPolicy
}

export interface BuildBoxRequest {
  state: BuildState
  limits: Limits
  signal: AbortSignal
}

/** A box with all that was made so far, for the time of one step: whatever the step leaves running ends with it. */
export async function inBuildBox<T>(
  { provider, layers, network }: BuildBoxParts,
  { state, limits, signal }: BuildBoxRequest,
  work: (control: SandboxControl) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const system = {
    layers: state.layers.map((id) => layers.directoryOf(id)),
    ...(state.root !== undefined && { root: state.root }),
  }
  const control = await provider.create({ limits, system, network, env: state.env }, signal)
  const gone = control.ended.then(() => {
    signal.throwIfAborted()
    throw new EngineError('SANDBOX_GONE', { sandboxId: control.sandbox.id })
  })
  gone.catch(() => {})
  const end = () => void control.destroy()
  // Nobody is told of what happened while the box was made.
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const working = work(control)
  try {
    return await Promise.race([working, gone])
  } finally {
    signal.removeEventListener('abort', end)
    await control.destroy()
    // Without its box it ends; until then it may hold on to layers.
    await Promise.allSettled([working])
  }
}
