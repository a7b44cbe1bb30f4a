import type { WallCheckResult } from '../contract/api.ts'
import { EngineError } from '../contract/errors.ts'
import { roundMs } from '../contract/round-ms.ts'
import { watchHost } from '../sandbox/checks/host-pace.ts'
import { NeverConclusive } from '../sandbox/checks/steadily.ts'
import type { SandboxCheck } from '../sandbox/checks.ts'
import type { Probe, SandboxProvider } from '../sandbox/sandbox.ts'

export interface WatchParts {
  sandbox: SandboxProvider
  checks: readonly SandboxCheck[]
  /** A server tries the quick checks before its first run; a single command only probes. */
  selfTest: boolean
  /** The kind of pooled sandbox that is kept ready; the checks run in such sandboxes too. */
  warm?: string | undefined
  clock(): number
}

/** The walls of the sandbox, as the last trial found them. */
export interface Walls {
  probe(): Promise<Probe>
  /** Fails closed: no run begins unless every wall stands. */
  assertStanding(): Promise<void>
  list(): { id: string; group: string; quick: boolean }[]
  /** Throws CHECK_NOT_FOUND. */
  check(id: string): Promise<WallCheckResult>
}

/** A wall that stood is trusted for a while; a wall that fell is tried again soon, since people are mending it. */
const BELIEVE_GOOD_MS = 60_000
const BELIEVE_BAD_MS = 2000

/** Tries the walls and remembers the result, so that neither health checks nor runs pay for each trial. */
export function watchSandbox({ sandbox, selfTest, warm, clock, ...parts }: WatchParts): Walls {
  const checks = parts.checks.filter(({ id }) => !(id in (sandbox.cannotKeep ?? {})))
  const ways = warm === undefined ? [sandbox] : [sandbox, waiting(sandbox, warm)]
  let last: { at: number; probe: Promise<Probe> } | undefined
  let believeMs = BELIEVE_GOOD_MS
  let tested = !selfTest

  async function look(): Promise<Probe> {
    const probe = await sandbox.probe(new AbortController().signal)
    if (!probe.ok || tested) return probe
    const failed: WallCheckResult[] = []
    for (const check of checks.filter(({ quick }) => quick)) {
      const result = await tryOut(check, ways)
      if (!result.ok) failed.push(result)
    }
    tested = failed.length === 0
    return tested ? probe : fallen(failed)
  }
  const probe = (): Promise<Probe> => {
    if (last && clock() - last.at < believeMs) return last.probe
    const fresh = look()
    last = { at: clock(), probe: fresh }
    void fresh.then(
      ({ ok }) => {
        believeMs = ok ? BELIEVE_GOOD_MS : BELIEVE_BAD_MS
      },
      () => {
        last = undefined
      },
    )
    return fresh
  }
  return {
    probe,
    async assertStanding() {
      const { ok, detail, remedy } = await probe()
      if (!ok)
        throw new EngineError('SANDBOX_UNAVAILABLE', { reason: detail, remedy: remedy ?? 'Run "anneal doctor".' })
    },
    list: () => checks.map(({ id, group, quick = false }) => ({ id, group, quick })),
    async check(id) {
      const check = checks.find((one) => one.id === id)
      if (!check) throw new EngineError('CHECK_NOT_FOUND', { id })
      return tryOut(check, ways)
    },
  }
}

/** Nothing runs behind walls that are not proven, but a busy host is told from a broken one. */
function fallen(failed: WallCheckResult[]): Probe {
  const told = failed.map(({ id, problem }) => `${id} (${problem})`).join('; ')
  if (failed.every(({ inconclusive }) => inconclusive))
    return {
      ok: false,
      detail: `this host is too busy to tell whether these walls stand: ${told}`,
      remedy: 'Wait: the server tries them again by itself. Nothing is known to be broken.',
    }
  return {
    ok: false,
    detail: `these walls do not stand: ${told}`,
    remedy: 'Run "anneal doctor" for all checks; do not run untrusted code here.',
  }
}

/** The same provider, with pooled sandboxes. */
const waiting = (sandbox: SandboxProvider, warm: string): SandboxProvider => ({
  ...sandbox,
  create: (spec, signal) => sandbox.create({ warm, ...spec }, signal),
})

/** Tries of a check for which no sandbox could be made on a slow host. */
const TRIES = 3
/** Small work that takes a tenth of this shows that a sandbox may not be ready in time. */
const START_MS = 5000

/** A check holds only when it holds for every way of starting a sandbox. */
async function tryOut(check: SandboxCheck, ways: SandboxProvider[]): Promise<WallCheckResult> {
  const startedAt = performance.now()
  const took = () => ({ id: check.id, durationMs: roundMs(performance.now() - startedAt) })
  for (let tried = 1; ; tried++) {
    using host = watchHost()
    try {
      for (const way of ways) await check.run(way)
      return { ...took(), ok: true }
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      // A wall that fell is an assertion, however busy the host was; a sandbox that was not ready in time says nothing.
      const wasSlow = error instanceof EngineError && host.isSlow(START_MS)
      if (wasSlow && tried < TRIES) continue
      return {
        ...took(),
        ok: false,
        problem,
        ...((wasSlow || error instanceof NeverConclusive) && { inconclusive: true }),
      }
    }
  }
}
