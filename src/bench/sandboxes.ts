import { setTimeout as delay } from 'node:timers/promises'
import type { Limits } from '../contract/limits.ts'
import { SUPPORT } from '../language/language.ts'
import { supportFiles } from '../language/support-files.ts'
import type { SandboxControl, SandboxOrigin, SandboxProvider } from '../sandbox/sandbox.ts'
import type { BenchProgram } from './programs.ts'

export interface Sandboxes {
  /** Number of sandboxes by origin, so far. */
  readonly startedFrom: Readonly<Record<SandboxOrigin, number>>
  open(warm?: string): Promise<SandboxControl>
  /** Milliseconds until a fresh sandbox answers; its end is awaited, and not counted. */
  start(warm?: string): Promise<number>
  /** Milliseconds until a program in a fresh sandbox has ended; the end of the sandbox is awaited, and not counted. */
  run(program: BenchProgram, warm?: string): Promise<number>
  /** Whether sandboxes of this kind wait in a pool here; gives the pool time to begin. */
  isWarm(warm: string): Promise<boolean>
}

export interface SandboxesOptions {
  provider: SandboxProvider
  /** The usual limits of a run: pooled sandboxes have been made with them. */
  limits: Limits
  signal: AbortSignal
}

const WARM_TRIES = 40
const WARM_WAIT_MS = 250

/** Sandboxes of the engine's own provider, without the engine around them. */
export function createSandboxes({ provider, limits, signal }: SandboxesOptions): Sandboxes {
  const startedFrom = { pool: 0, fork: 0, cold: 0 }
  const open = async (warm?: string) => {
    const control = await provider.create({ limits, ...(warm !== undefined && { warm }) }, signal)
    startedFrom[control.startedFrom]++
    return control
  }
  const timedIn = async (warm: string | undefined, use: (control: SandboxControl) => Promise<void>) => {
    const startedAt = performance.now()
    const control = await open(warm)
    try {
      await use(control)
      return performance.now() - startedAt
    } finally {
      await control.destroy()
    }
  }
  const known = new Map<string, boolean>()
  return {
    startedFrom,
    open,
    start: (warm) => timedIn(warm, async () => {}),
    run: (program, warm) => timedIn(warm, (control) => runIn(control, program)),
    isWarm: async (warm) => {
      const isWarm = known.get(warm) ?? (provider.warmUp !== undefined && (await becomesWarm(() => open(warm))))
      known.set(warm, isWarm)
      return isWarm
    },
  }
}

async function becomesWarm(open: () => Promise<SandboxControl>): Promise<boolean> {
  for (let tries = 0; tries < WARM_TRIES; tries++) {
    const { startedFrom, destroy } = await open()
    await destroy()
    if (startedFrom === 'pool') return true
    await delay(WARM_WAIT_MS)
  }
  return false
}

async function runIn({ sandbox }: SandboxControl, { language, code, printed }: BenchProgram): Promise<void> {
  const { fileName, command, reservedMb, support } = language
  const own = support ? await supportFiles(support) : []
  let output = ''
  await sandbox.exec(command, {
    files: new Map([
      ...own.map(([name, content]) => [`${SUPPORT}/${name}`, content] as const),
      [fileName, Buffer.from(code)],
    ]),
    input: Buffer.alloc(0),
    reservedMb,
    onOutput: ({ bytes }) => {
      output += Buffer.from(bytes).toString()
    },
  })
  if (output !== printed) throw new Error(`the sandbox printed ${JSON.stringify(output)}`)
}
