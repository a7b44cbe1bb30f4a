import type { EndedBy } from '../contract/limits.ts'
import type { ProcessEnd } from '../sandbox/process.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { describeEnd } from './describe-end.ts'
import { createExecutionStory, type ExecutionStory } from './execution-story.ts'
import type { ExecuteOptions, Execution } from './kernel.ts'
import type { KernelError, KernelEvent, KernelMessage } from './kernel-event.ts'
import { KernelDeath, type KernelRequest, type KernelWire } from './kernel-wire.ts'

export interface CellParts {
  wire: KernelWire
  limits: { timeoutMs?: number; outputBytes?: number }
  interrupt(): Promise<void>
  kill(): Promise<void>
  /** The sandbox's reason for the end of failed code: the limit that was hit, if any. */
  whyEnded: Sandbox['whyEnded']
}

/** Pause before a second interrupt: code that was just catching everything may swallow the first. */
const AGAIN_MS = 1000
/** Time to obey an interrupt; after it the interpreter is ended. */
const OBEY_MS = 3000
const NO_LIMIT_BYTES = Number.MAX_SAFE_INTEGER
const FAILED: ProcessEnd = { exitCode: 1, signal: null }

/** Runs one piece of code in a live interpreter; the first reason that ends it wins. */
export async function executeCell(parts: CellParts, code: string, options: ExecuteOptions): Promise<Execution> {
  const { wire, limits } = parts
  const { signal, timeoutMs = limits.timeoutMs } = options
  const story = createExecutionStory(options.outputBytes ?? limits.outputBytes ?? NO_LIMIT_BYTES, options.keepsOutput)
  const stop = createStop(parts)
  let failure: { error: unknown } | undefined
  const fail = (error: unknown) => {
    failure ??= { error }
    stop.because('cancelled')
  }
  const tell = (event: KernelEvent): void | Promise<void> => {
    if (failure || !options.onEvent) return
    try {
      return options.onEvent(event)?.catch(fail)
    } catch (error) {
      fail(error)
    }
  }
  const listener = (message: KernelMessage) => {
    const { event, isFull } = story.take(message)
    if (isFull) stop.because('output')
    return event && tell(event)
  }
  const onAbort = () => stop.because('cancelled')
  signal?.addEventListener('abort', onAbort)
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => stop.because('timeout'), timeoutMs)
  try {
    options.onBegin?.(wire.executionCount + 1)
    const asked = wire.ask(requestOf(code, options), listener)
    if (signal?.aborted) onAbort()
    const { id: _, ...done } = await asked
    await tell(done)
    if (failure) throw failure.error
    const hasFailed = done.status === 'error' || (done.exitCode ?? 0) !== 0
    const stopped = stop.reason ?? (story.isOverfull(done) ? 'output' : undefined)
    const endedBy = stopped ?? (hasFailed ? await parts.whyEnded(FAILED) : 'exit')
    return story.end({ ...done, endedBy, stateLost: false })
  } catch (error) {
    if (!(error instanceof KernelDeath)) throw error
    if (failure) throw failure.error
    const why = await parts.whyEnded(error.end)
    // A limit of the sandbox gives the reason; any other end counts as killed.
    const endedBy = stop.reason ?? (why === 'exit' ? 'killed' : why)
    return await tellDeath({
      ...{ error, endedBy, story, tell },
      isLost: why === 'killed',
      executionCount: wire.executionCount + 1,
    })
  } finally {
    clearTimeout(timer)
    stop.callOff()
    signal?.removeEventListener('abort', onAbort)
  }
}

function requestOf(code: string, { stdin, env, cwd, showsAll, waitMs }: ExecuteOptions): KernelRequest {
  return {
    ...{ op: 'execute', code, stdin: stdin ?? null },
    ...(env && { env }),
    ...(cwd !== undefined && { cwd }),
    ...(showsAll && { showsAll }),
    ...(waitMs !== undefined && { waitMs }),
  }
}

function createStop({ interrupt, kill }: CellParts) {
  let reason: EndedBy | undefined
  let timers: NodeJS.Timeout[] = []
  return {
    get reason() {
      return reason
    },
    because(why: EndedBy) {
      if (reason) return
      reason = why
      void interrupt()
      timers = [setTimeout(() => void interrupt(), AGAIN_MS), setTimeout(() => void kill(), OBEY_MS)]
    },
    callOff() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

interface Death {
  error: KernelDeath
  endedBy: EndedBy
  /** The whole sandbox is gone, and the reason is unknown. */
  isLost: boolean
  executionCount: number
  story: ExecutionStory
  tell(event: KernelEvent): void | Promise<void>
}

/** Reports a dying interpreter as an error and an end like any other, never as silence. */
async function tellDeath(dead: Death): Promise<Execution> {
  const { endedBy, isLost, executionCount, story, tell } = dead
  const { end } = dead.error
  const death: KernelError = {
    name: 'KernelDied',
    value: `The interpreter is gone (${describeEnd(end)}), and every variable with it. The next execution starts a fresh one.`,
    traceback: end.lastWords.split('\n').filter(Boolean),
  }
  const done = { status: 'error', executionCount } as const
  story.die(death)
  await tell({ type: 'error', ...death })
  await tell({ type: 'done', ...done })
  const died = isLost ? { exitCode: null, signal: null } : { exitCode: end.exitCode, signal: end.signal }
  return story.end({ ...done, endedBy, stateLost: true, died })
}
