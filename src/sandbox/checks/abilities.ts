import assert from 'node:assert/strict'
import type { Capability, SandboxProvider } from '../sandbox.ts'
import { CHECK_LIMITS, type CheckedSandbox, withSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

/** The shortest use of each capability: a provider without it has to refuse this call. */
const USES: Record<Capability, (checked: CheckedSandbox, provider: SandboxProvider) => Promise<unknown>> = {
  pty: ({ sandbox }) => sandbox.start(['/usr/bin/true'], { pty: { columns: 80, rows: 24 } }),
  ports: ({ sandbox }) => sandbox.openPort(8080),
  egress: ({ control }) => control.setNetwork({ allow: ['example.org'] }),
  watch: ({ files }) => files.watch('.', () => {}),
  pause: ({ control }) => control.pause(),
  snapshot: async ({ control }) => {
    for await (const _ of control.snapshot()) break
  },
  mounts: async (_, provider) => {
    const spec = { limits: CHECK_LIMITS, mounts: [{ source: '/usr', target: '/mnt', readOnly: true }] }
    const control = await provider.create(spec, new AbortController().signal)
    await control.destroy()
  },
  metrics: ({ sandbox }) => sandbox.metrics(),
  system: async (_, provider) => {
    const control = await provider.create(
      { limits: CHECK_LIMITS, system: { layers: [] } },
      new AbortController().signal,
    )
    await control.destroy()
  },
  nested: async (_, provider) => {
    const control = await provider.create({ limits: CHECK_LIMITS, nested: true }, new AbortController().signal)
    await control.destroy()
  },
}

/** Also checks that a provider without a needed capability refuses its use, and does nothing else. */
export function refusingWhatIsLacking(check: SandboxCheck): SandboxCheck {
  const { needs, run } = check
  if (!needs) return check
  return {
    ...check,
    run: async (provider) => {
      const lacking = needs.find((capability) => !provider.capabilities.has(capability))
      if (!lacking) return run(provider)
      await withSandbox(provider, {}, (checked) =>
        assert.rejects(
          async () => USES[lacking](checked, provider),
          { code: 'UNSUPPORTED' },
          `${lacking} is not declared`,
        ),
      )
    },
  }
}
