import { EngineError } from '../../contract/errors.ts'
import type { EndedBy, Limits } from '../../contract/limits.ts'
import { roundMs } from '../../contract/round-ms.ts'
import type { SandboxFiles } from '../files.ts'
import type { ExecOptions, ExecResult } from '../sandbox.ts'
import { SMALL_BYTES } from './agent-files.ts'
import type { AgentProcess, StartInSandbox } from './agent-process.ts'
import { AgentRefusal, type Link, SandboxEnded } from './link.ts'
import type { SandboxClock } from './sandbox-clock.ts'
import { whyEnded } from './why-ended.ts'

/** Facts about a sandbox that only its provider knows. */
export interface SandboxHooks {
  limits: Limits
  /** The limit that the sandbox hit since the last question; undefined when it hit none, or where nothing counts. */
  limitHit(): Promise<'memory' | 'processes' | undefined>
  /** Number of processes ever ended because the sandbox used too much memory; always 0 where nothing counts. */
  memoryKills(): Promise<number>
  /** Ends the whole sandbox from outside, in any state. */
  kill(): Promise<void>
  /** Stands still while the sandbox is paused. */
  clock: SandboxClock
}

/** Time for a starved agent to obey; after it the sandbox is ended from outside. */
const OBEY_MS = 1500

export interface ExecParts {
  link: Link
  files: Pick<SandboxFiles, 'write'>
  hooks: SandboxHooks
  start: StartInSandbox
}

/** Runs a program to its end; the first reason that ends it wins. */
export async function execInSandbox(parts: ExecParts, command: string[], options: ExecOptions): Promise<ExecResult> {
  const { hooks } = parts
  const { signal, onOutput } = options
  const input = [options.input ?? []].flat()
  const hasInput = input.some((piece) => piece.length > 0)
  const startedAt = performance.now()
  const durationMs = () => roundMs(performance.now() - startedAt)
  if (signal?.aborted) return { endedBy: 'cancelled', exitCode: null, signal: null, durationMs: 0 }
  let reason: EndedBy | undefined
  let printed = 0
  let started: AgentProcess | undefined
  const stopped = Promise.withResolvers<void>()
  const end = (why: EndedBy) => {
    if (reason) return
    reason = why
    if (started) void stop(started, hooks).then(stopped.resolve)
  }
  const outputBytes = options.outputBytes ?? hooks.limits.outputBytes
  const contents = [...(options.files ?? [])]
  const written = Promise.all(contents.map(([path, bytes]) => parts.files.write(path, bytes)))
  written.catch(() => {})
  // Small files are queued ahead of the program; the program waits for larger ones.
  if (contents.some(([, bytes]) => bytes.length > SMALL_BYTES)) await written
  const process = await unlessLimited(
    hooks,
    parts.start(command, {
      stdin: hasInput,
      ...pick(options),
      onOutput: (chunk) => {
        const room = outputBytes - printed
        printed += chunk.bytes.length
        const fits = chunk.bytes.length > room ? chunk.bytes.subarray(0, Math.max(0, room)) : chunk.bytes
        if (chunk.bytes.length > room) end('output')
        return fits.length > 0 ? onOutput?.({ stream: chunk.stream, bytes: fits }) : undefined
      },
    }),
  )
  if (typeof process === 'string') return { endedBy: process, exitCode: null, signal: null, durationMs: durationMs() }
  started = process
  if (reason) void stop(process, hooks).then(stopped.resolve)
  const callOff = hooks.clock.after(options.timeoutMs ?? hooks.limits.timeoutMs, () => end('timeout'))
  const onAbort = () => end('cancelled')
  signal?.addEventListener('abort', onAbort)
  if (signal?.aborted) onAbort()
  if (hasInput) void feed(process, input)
  try {
    await written.catch(async (error) => {
      await stop(process, hooks)
      throw error
    })
    const exit = await Promise.race([process.exited, stopped.promise])
    if (reason || !exit)
      return { endedBy: reason ?? 'killed', exitCode: null, signal: 'SIGKILL', durationMs: durationMs() }
    const how = await whyEnded({ link: parts.link, limitHit: hooks.limitHit }, exit)
    if (how !== 'exit') await stop(process, hooks)
    return { endedBy: how, ...exit, durationMs: durationMs() }
  } finally {
    callOff()
    signal?.removeEventListener('abort', onAbort)
    if (reason) await stopped.promise
    process.release()
  }
}

/** Gives the started program, or the limit that kept it from starting. */
async function unlessLimited(
  { limitHit }: SandboxHooks,
  starting: Promise<AgentProcess>,
): Promise<AgentProcess | 'memory' | 'processes'> {
  try {
    return await starting
  } catch (error) {
    if (error instanceof AgentRefusal && error.code === 'crowded') return 'processes'
    // Memory full of files belongs to no process: in the end the kernel finds only the agent to kill.
    const limit = error instanceof SandboxEnded ? await limitHit() : undefined
    if (!limit) throw error
    return limit
  }
}

const pick = ({ env, cwd, reservedMb, tellsEntries }: ExecOptions) => ({
  ...(tellsEntries && { tellsEntries }),
  ...(env && { env }),
  ...(cwd !== undefined && { cwd }),
  ...(reservedMb !== undefined && { reservedMb }),
})

/** Writes the input; a program may end without reading it. */
async function feed(process: AgentProcess, input: readonly Uint8Array[]): Promise<void> {
  try {
    for (const piece of input) await process.write(piece)
    await process.closeStdin()
  } catch (error) {
    if (!(error instanceof SandboxEnded || error instanceof EngineError)) throw error
  }
}

async function stop(process: AgentProcess, hooks: SandboxHooks): Promise<void> {
  const obeyed = process.killTree().then(
    () => true,
    () => false,
  )
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const callOff = hooks.clock.after(OBEY_MS, () => resolve(false))
  if (!(await Promise.race([obeyed, tooLate]))) await hooks.kill()
  callOff()
  // Clears the limit that this program hit, so that it is not blamed on the next one.
  await hooks.limitHit()
}
