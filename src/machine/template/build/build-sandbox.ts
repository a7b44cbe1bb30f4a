import { EngineError } from '../../../contract/errors.ts'
import type { Limits } from '../../../contract/limits.ts'
import type { NetworkPolicy } from '../../../sandbox/network.ts'
import type { SandboxControl, SandboxProvider } from '../../../sandbox/sandbox.ts'
import type { UserLayers } from '../../user-layers.ts'
import type { BuildState } from './build-state.ts'

export interface BuildSandboxParts {
  provider: SandboxProvider
  layers: UserLayers
  /** The hosts that builds may reach: the same as machines. */
  network: NetworkPolicy
}

export interface BuildSandboxRequest {
  state: BuildState
  limits: Limits
  signal: AbortSignal
}

/** A sandbox with all layers so far, for the time of one step: processes that the step leaves running end with it. */
export async function inBuildSandbox<T>(
  { provider, layers, network }: BuildSandboxParts,
  { state, limits, signal }: BuildSandboxRequest,
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
  // The signal may have aborted while the sandbox was made.
  if (signal.aborted) end()
  signal.addEventListener('abort', end, { once: true })
  const working = work(control)
  try {
    return await Promise.race([working, gone])
  } finally {
    signal.removeEventListener('abort', end)
    await control.destroy()
    // The step ends without its sandbox; until then it may hold layers.
    await Promise.allSettled([working])
  }
}
