import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchReport, BenchSectionId } from '../contract/bench.ts'
import { type Config, createEngine, type Engine } from '../engine.ts'
import type { Client } from '../sdk/sdk.ts'
import { type BareBwrap, createBareBwrap } from './bare-bwrap.ts'
import { type CpuMeter, openCpuMeter } from './cpu-meter.ts'
import { type Floor, openFloor } from './floor/floor.ts'
import { openPodman, type Podman } from './podman.ts'
import { findWalls } from './same-walls.ts'
import { createSandboxes, type Sandboxes } from './sandboxes.ts'
import { startServe } from './serve-child.ts'
import { usualLimits } from './usual-limits.ts'

export interface BenchOptions {
  /** The user's configuration; home and database are replaced, so that nothing of the bench is kept. */
  config: Config
  /** Environment of the started server; its home and key are replaced too. */
  serverEnv: NodeJS.ProcessEnv
  /** Key for the client of that server. */
  apiKey: string
  only: ReadonlySet<BenchSectionId>
  signal: AbortSignal
}

/** Parts that sections measure. The bare operations may be missing on this host; `missing` gives the reason. */
export interface Parts {
  engine: Engine
  /** Environment for commands in processes of their own. */
  env: NodeJS.ProcessEnv
  sandboxes: Sandboxes
  meter: CpuMeter
  client: Client | undefined
  bare: BareBwrap | undefined
  floor: Floor | undefined
  podman: Podman | undefined
  missing: BenchReport['missing']
  signal: AbortSignal
  close(): Promise<void>
}

/** Opens the parts that the chosen sections need, below one directory that is removed in the end. */
export async function openParts({ config, serverEnv, apiKey, only, signal }: BenchOptions): Promise<Parts> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-bench-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })]
  const close = async () => {
    for (const closeOne of closers.splice(0).reverse()) await closeOne()
  }
  const missing: BenchReport['missing'] = []
  const orMissing = async <T>(what: string, open: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await open()
    } catch (error) {
      missing.push({ what, reason: reasonOf(error) })
      return undefined
    }
  }
  try {
    // The meter is opened before the engine: the engine's groups for sandboxes then count as part of the meter's.
    const meter = await openCpuMeter()
    closers.push(meter.close)
    const home = join(directory, 'library')
    const engine = await createEngine({ ...config, home, databaseUrl: '', logLevel: 'silent' })
    closers.push(() => engine.close())
    const walls = await orMissing('bare bwrap', findWalls)
    const floor = walls && (await orMissing('floor (C)', () => openFloor(walls, directory)))
    if (floor) closers.push(floor.close)
    const podman = only.has('run')
      ? await orMissing('podman run', () => openPodman(join(directory, 'podman')))
      : undefined
    if (podman) closers.push(podman.close)
    const server = only.has('run')
      ? await startServe({ ...serverEnv, ANNEAL_HOME: join(directory, 'server'), ANNEAL_API_KEY: apiKey })
      : undefined
    if (server) closers.push(server.stop)
    const sandboxes = createSandboxes({ provider: engine.sandbox, limits: usualLimits(config), signal })
    const bare = walls && createBareBwrap(walls)
    return {
      env: serverEnv,
      engine,
      sandboxes,
      meter,
      client: server?.client,
      bare,
      floor,
      podman,
      missing,
      signal,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The reason of a failed command, from its last line. */
function reasonOf(error: unknown): string {
  const { message, stderr } = error as Error & { stderr?: string }
  return stderr?.trim().split('\n').at(-1) || (message.split('\n')[0] ?? '')
}
