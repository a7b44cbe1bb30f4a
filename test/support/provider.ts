import type { SandboxProvider } from '../../src/sandbox/sandbox.ts'

/** A provider with only the given functions, for faults that no real one has. */
export function providerWith(given: Partial<SandboxProvider>): SandboxProvider {
  return {
    name: 'injected',
    capabilities: new Set(),
    probe: async () => ({ ok: true, detail: 'injected' }),
    create: () => Promise.reject(new Error('must never be asked')),
    sweep: async () => {},
    ...given,
  }
}
