import { EngineError } from '../contract/errors.ts'
import type { Probe, SandboxProvider } from '../sandbox/sandbox.ts'

/** A wall that stood is believed for a while; one that fell is looked at again soon, since people are mending it. */
const BELIEVE_GOOD_MS = 60_000
const BELIEVE_BAD_MS = 2000

/** Remembers the last probe, so that neither health checks nor runs pay for one each time. */
export function watchSandbox(sandbox: SandboxProvider, clock: () => number) {
  let last: { at: number; probe: Promise<Probe> } | undefined
  let believeMs = BELIEVE_GOOD_MS

  const probe = (): Promise<Probe> => {
    if (last && clock() - last.at < believeMs) return last.probe
    const fresh = sandbox.probe(new AbortController().signal)
    last = { at: clock(), probe: fresh }
    const believe = (ok: boolean) => {
      believeMs = ok ? BELIEVE_GOOD_MS : BELIEVE_BAD_MS
    }
    // A probe that throws is a bug, told to whoever asked for it; it must not end the process as well.
    fresh.then(({ ok }) => believe(ok)).catch(() => believe(false))
    return fresh
  }
  return {
    probe,
    /** Fails closed: no run begins unless every wall stands. */
    async assertStanding(): Promise<void> {
      const { ok, detail, remedy } = await probe()
      if (!ok)
        throw new EngineError('SANDBOX_UNAVAILABLE', { reason: detail, remedy: remedy ?? 'Run "anneal doctor".' })
    },
  }
}
