import { EngineError } from '../contract/errors.ts'
import type { Capability, SandboxControl, SandboxProvider } from '../sandbox/sandbox.ts'
import type { FakeHome } from './fake-home.fixture.ts'

/** A sandbox whose files are a map; it records its pauses and its end. */
export interface FakeSandbox {
  id: string
  files: Record<string, string>
  isFrozen: boolean
  /** The sandbox never reports its changes. */
  isSilent?: boolean
  isEnded: boolean
  end(): void
}

let ids = 0

/** Makes sandboxes that are only files in memory. */
export function fakeProvider(parts: {
  sandboxes: FakeSandbox[]
  failing: ReadonlySet<string>
  layers: FakeHome['layers']
  capabilities: Capability[] | undefined
}): Pick<SandboxProvider, 'create' | 'capabilities'> {
  const failOn = (call: 'create' | 'pause' | 'changes') => {
    if (parts.failing.has(call)) throw new EngineError('SANDBOX_UNAVAILABLE', { reason: call, remedy: 'none' })
  }
  return {
    capabilities: new Set(parts.capabilities ?? ['system', 'pause']),
    async create({ system }, signal) {
      await Promise.resolve()
      signal.throwIfAborted()
      failOn('create')
      const below = (system?.layers ?? []).map((directory) => parts.layers.contents.get(directory.slice(1)))
      if (below.includes(undefined)) throw new EngineError('LAYER_NOT_FOUND', { layerId: 'one' })
      const lower: Record<string, string> = Object.assign({}, ...below)
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      const sandbox: FakeSandbox = { id: `sandbox${++ids}`, files: { ...lower }, isFrozen: false, isEnded: false, end }
      void ended.then(() => {
        sandbox.isEnded = true
      })
      parts.sandboxes.push(sandbox)
      return fakeControl(sandbox, { lower, ended, failOn })
    },
  }
}

function fakeControl(
  sandbox: FakeSandbox,
  parts: {
    lower: Record<string, string>
    ended: Promise<void>
    failOn(call: 'pause' | 'changes'): void
  },
): SandboxControl {
  const { lower, ended, failOn } = parts
  const metrics = { cpuMs: 0, memoryBytes: 10, diskUsedBytes: 20, diskTotalBytes: 30 }
  const control = {
    sandbox: {
      id: sandbox.id,
      metrics: async () => {
        // Half of one processor, when it is sampled every five seconds.
        metrics.cpuMs += 2500
        return { ...metrics }
      },
    },
    ended,
    setNetwork: async () => {},
    pause: async () => {
      failOn('pause')
      sandbox.isFrozen = true
    },
    resume: async () => {
      sandbox.isFrozen = false
    },
    async *changes() {
      failOn('changes')
      if (sandbox.isSilent) await new Promise(() => {})
      const written = Object.entries(sandbox.files).filter(([name, text]) => lower[name] !== text)
      yield Buffer.from(JSON.stringify(Object.fromEntries(written)))
    },
    destroy: async () => {
      sandbox.end()
      await ended
    },
  }
  return control as unknown as SandboxControl
}
