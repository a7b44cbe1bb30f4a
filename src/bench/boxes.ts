import type { Limits } from '../contract/limits.ts'
import type { SandboxControl, SandboxProvider } from '../sandbox/sandbox.ts'
import { type BenchProgram, PRINTED, type Warm } from './programs.ts'
import { timed } from './take-turns.ts'

export interface Boxes {
  open(warm?: Warm): Promise<SandboxControl>
  /** Milliseconds until a fresh box answers; its end is not counted. */
  start(warm?: Warm): Promise<number>
  /** Milliseconds for a fresh box, one program in it, and the end of both. */
  run(program: BenchProgram, warm?: Warm): Promise<number>
  /** Whether boxes of this kind wait to be used here. */
  isWarm(warm: Warm): Promise<boolean>
}

/** The usual limits of a run, as the settings have them. */
export const BOX_LIMITS: Limits = {
  timeoutMs: 30_000,
  memoryMb: 512,
  cpuPercent: 100,
  processes: 64,
  openFiles: 1024,
  outputBytes: 1_000_000,
  diskMb: 100,
}

/** Boxes of the engine's own provider, without the engine around them. */
export function createBoxes(provider: SandboxProvider, signal: AbortSignal): Boxes {
  const open = (warm?: Warm): Promise<SandboxControl & { startedFrom?: string }> =>
    provider.create({ limits: BOX_LIMITS, ...(warm && { warm }) }, signal)
  return {
    open,
    start: async (warm) => {
      const startedAt = performance.now()
      const control = await open(warm)
      const tookMs = performance.now() - startedAt
      await control.destroy()
      return tookMs
    },
    run: (program, warm) =>
      timed(async () => {
        const control = await open(warm)
        try {
          await runIn(control, program)
        } finally {
          await control.destroy()
        }
      }),
    isWarm: async (warm) => {
      const { startedFrom = 'cold', destroy } = await open(warm)
      await destroy()
      return startedFrom !== 'cold'
    },
  }
}

async function runIn({ sandbox }: SandboxControl, { language, code }: BenchProgram): Promise<void> {
  const { fileName, command, reservedMb } = language
  let output = ''
  await sandbox.files.write(fileName, Buffer.from(code))
  await sandbox.exec(command, {
    reservedMb,
    onOutput: ({ bytes }) => {
      output += Buffer.from(bytes).toString()
    },
  })
  if (output !== PRINTED) throw new Error(`the box printed ${JSON.stringify(output)}`)
}
