import type { Limits } from '../../../contract/limits.ts'
import { recycleGroups } from '../../cgroup/recycle.ts'
import type { SandboxControl, SandboxProvider, SandboxSpec } from '../../sandbox.ts'
import { SANDBOX_ENVIRONMENT } from '../../sandbox-environment.ts'
import type { WarmKind } from '../../warm-kind.ts'
import { resourceLimits, watchedBytes } from '../arguments.ts'
import { createJail, type JailOptions } from '../jail.ts'
import { buildSandbox, type EmptySandbox, furnish } from '../jail-sandbox.ts'
import { startZygote } from '../zygote/zygote.ts'
import { createNursery, type Nursery } from './nursery.ts'
import { createPool, type Pool } from './pool.ts'
import { prepare } from './prepare.ts'
import { takeWaiting } from './take-waiting.ts'

export interface WarmJailOptions extends Omit<JailOptions, 'weaken'> {
  kinds: readonly WarmKind[]
  /** Limits of waiting sandboxes; a caller with other limits gets them applied later, or a sandbox forked for the purpose. */
  limits: Limits
  floor: number
  ceiling: number
  /** Limits of waiting systems. */
  systemLimits?: Limits
  onTrouble(error: unknown): void
}

const IDLE_MS = 30_000
const AT_ONCE = 2
const FORKS_EACH = 2000
const RETRY_MS = 1000

/** The nursery has reported the reason already. */
class NoZygote extends Error {}

interface Source {
  kind: WarmKind
  nursery: Nursery
}

interface Warm extends Source {
  pool: Pool<EmptySandbox>
}

interface Use {
  limits: Limits
  /** The sandbox is made ahead of its use: there is time to prepare it further. */
  isAhead: boolean
  signal: AbortSignal
}

/**
 * The jail with waiting sandboxes: forked from an interpreter that has everything loaded, walled in like any other sandbox, and
 * used once. After any failure of theirs a sandbox is made from nothing instead.
 */
export function createWarmJail(options: WarmJailOptions): SandboxProvider {
  const { kinds, limits, newSandboxId } = options
  const cgroups = options.cgroups && recycleGroups(options.cgroups)
  const { floor, ceiling, onTrouble, systemLimits } = options
  const waiting = systemLimits && { limits: systemLimits, floor, ceiling, onTrouble }
  const cold = createJail({ ...options, ...(waiting && { waiting }) })
  const nurseries = new Map<string, Nursery>()
  const warm = new Map<string, Warm>()
  const retiring = new Set<Promise<void>>()
  /** The set of packages that waiting sandboxes have; null until the first look. */
  let shown: string | undefined | null = null
  let isClosed = false

  /** Sandboxes that wait, and the zygotes they are forked from, have other packages than the current ones. */
  const retireAll = () => {
    const old = [...[...warm.values()].map(({ pool }) => pool), ...nurseries.values()]
    warm.clear()
    nurseries.clear()
    const retired: Promise<void> = Promise.all(old.map((each) => each.close()))
      .then(() => {}, onTrouble)
      .finally(() => retiring.delete(retired))
    retiring.add(retired)
  }
  const followPackages = async () => {
    const now = await options.packages?.()
    if (now === shown) return
    const isFirst = shown === null
    shown = now
    if (!isFirst) retireAll()
  }
  const nurseryOf = ({ preload }: WarmKind): Nursery => {
    const key = preload.join()
    const nursery =
      nurseries.get(key) ??
      createNursery({
        start: async () => startZygote({ host: await cold.host(), preload }),
        forksEach: FORKS_EACH,
        retryMs: RETRY_MS,
        onTrouble: options.onTrouble,
      })
    nurseries.set(key, nursery)
    return nursery
  }
  const fork = async ({ nursery, kind }: Source, use: Use): Promise<EmptySandbox | undefined> => {
    const zygote = nursery.zygote()
    if (!zygote) return undefined
    const { limits: sandboxLimits, isAhead, signal } = use
    const id = newSandboxId()
    const isCounted = cgroups !== undefined
    const configuration = {
      rlimits: resourceLimits(sandboxLimits, isCounted),
      env: SANDBOX_ENVIRONMENT,
      memoryBytes: watchedBytes(sandboxLimits, { isCounted, isSystem: false }),
    }
    const wait = waitHere(kind, isAhead)
    const openHull = () => zygote.fork({ sandboxId: id, diskMb: sandboxLimits.diskMb, configuration, wait })
    return buildSandbox({ id, cgroups, limits: sandboxLimits, signal, openHull, configuration })
  }
  const warmOf = (name: string): Warm | undefined => {
    const kind = kinds.find((one) => one.name === name)
    const known = warm.get(name)
    if (known || !kind || isClosed) return known
    const nursery = nurseryOf(kind)
    const pool = createPool<EmptySandbox>({
      make: async () => {
        await nursery.tried
        const sandbox = await fork({ nursery, kind }, { limits, isAhead: true, signal: new AbortController().signal })
        if (!sandbox) throw new NoZygote()
        const laid = await prepare(sandbox, kind.wait).catch(async (error) => {
          await sandbox.destroy()
          throw error
        })
        const ready = { ...sandbox, laid }
        void sandbox.ended.then(() => pool.lose(ready))
        return ready
      },
      dispose: (sandbox) => sandbox.destroy(),
      floor: options.floor,
      ceiling: options.ceiling,
      idleMs: IDLE_MS,
      atOnce: AT_ONCE,
      onTrouble: (error) => {
        if (!(error instanceof NoZygote)) options.onTrouble(error)
      },
    })
    const made = { kind, nursery, pool }
    warm.set(name, made)
    pool.fill()
    return made
  }
  const create = async (spec: SandboxSpec, signal: AbortSignal): Promise<SandboxControl> => {
    signal.throwIfAborted()
    await followPackages()
    const source = spec.mounts?.length || spec.system || spec.nested ? undefined : warmOf(spec.warm ?? '')
    if (!source) return cold.create(spec, signal)
    const taken = await takeWaiting(source.pool, { spec, had: limits })
    if (taken) return taken
    const forked = await fork(source, { limits: spec.limits, isAhead: false, signal }).catch((error) => {
      signal.throwIfAborted()
      options.onTrouble(error)
      return undefined
    })
    return forked ? furnish(forked, spec, 'fork') : cold.create(spec, signal)
  }
  return {
    ...cold,
    create,
    warmUp: () => {
      cold.warmUp?.()
      const warmAll = () => {
        for (const { name, early } of kinds) if (early) warmOf(name)
      }
      if (options.packages) void followPackages().then(warmAll, onTrouble)
      else warmAll()
    },
    close: async () => {
      isClosed = true
      await Promise.all([...warm.values()].map(({ pool }) => pool.close()))
      await Promise.all([...nurseries.values()].map((nursery) => nursery.close()))
      await Promise.all(retiring)
      await cold.close?.()
      await cgroups?.close()
    },
  }
}

/** Only Python waits from the beginning; other interpreters are started in the finished sandbox. */
function waitHere({ wait }: WarmKind, isAhead: boolean) {
  if (wait?.by !== 'python') return undefined
  return { command: wait.command, reservedMb: wait.reservedMb, rehearses: isAhead }
}
