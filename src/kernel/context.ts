import { EngineError } from '../contract/errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { describeEnd } from './describe-end.ts'
import type { ExecuteOptions, Execution, Kernel, KernelEnd, KernelValue } from './kernel.ts'
import type { KernelVariable } from './kernel-event.ts'
import type { KernelProgram } from './kernel-program.ts'
import type { KernelStates } from './kernel-state.ts'
import { startKernel } from './start-kernel.ts'
import { createTurns } from './turns.ts'

export interface ContextInfo {
  id: string
  language: string
  cwd: string
}

export interface ContextParts {
  info: ContextInfo
  sandbox: Sandbox
  program: KernelProgram
  env: Record<string, string>
  limits: { timeoutMs?: number; outputBytes?: number }
  /** An interpreter that ends is not replaced: its owner knows the state in which the next one has to begin. */
  isMortal?: boolean | undefined
  /** The first interpreter is started by the first request. */
  isLazy?: boolean | undefined
  /** In a system: the user of its interpreters. */
  user?: string | undefined
}

/** A named interpreter, kept for as long as its owner wants it: callers take turns, and a dead one is replaced. */
export interface Context {
  readonly info: ContextInfo
  execute(code: string, options?: ExecuteOptions): Promise<Execution>
  interrupt(): Promise<void>
  isAlive(): boolean
  /** Starts a fresh interpreter; the running execution ends as if the old one had died, waiting ones run in the new one. */
  restart(): Promise<void>
  get(name: string): Promise<KernelValue>
  set(name: string, value: unknown): Promise<void>
  variables(): Promise<KernelVariable[]>
  attributes(of: string): Promise<string[]>
  /** States of the current interpreter. */
  readonly states: KernelStates
  close(): Promise<void>
}

export async function openContext(parts: ContextParts): Promise<Context> {
  const { info, sandbox, program, env, limits, isMortal, isLazy, user } = parts
  const turns = createTurns()
  let kernel: Kernel | undefined
  let starting: Promise<Kernel> | undefined
  /** An end that no execution has reported yet. */
  let untold: KernelEnd | undefined
  /** The end of a fallen interpreter, once an execution has reported it. */
  let told: KernelEnd | undefined
  let isClosed = false

  const start = async (): Promise<Kernel> => {
    const fresh = await startKernel({ sandbox, program, cwd: info.cwd, env, user, tag: info.id, limits })
    void fresh.ended.then((end) => {
      if (kernel === fresh) kernel = undefined
      untold = end
    })
    // The context was closed during the start: the interpreter is not needed.
    if (isClosed) await fresh.close()
    else kernel = fresh
    return fresh
  }
  const live = (): Promise<Kernel> => {
    starting ??= start().finally(() => {
      starting = undefined
    })
    return starting
  }
  /** Closes a fallen interpreter with unused marks, to make room for a fresh one. */
  const bury = async (fallen: Kernel) => {
    const end = fallen.fallen
    await fallen.close()
    untold = end === told ? undefined : end
  }
  const alive = async (): Promise<Kernel> => {
    if (kernel?.fallen) await bury(kernel)
    if (!kernel && isMortal) {
      const reason = untold ? describeEnd(untold) : 'it has ended'
      throw new EngineError('KERNEL_FAILED', { language: info.language, reason })
    }
    return kernel ?? live()
  }
  const inTurn = async <T>(use: (kernel: Kernel) => Promise<T>, aboutMarks = false): Promise<T> => {
    const leave = await turns.take()
    try {
      return await use(aboutMarks && kernel ? kernel : await alive())
    } finally {
      leave()
    }
  }
  const run = async (code: string, options: ExecuteOptions): Promise<Execution> => {
    if (isMortal) return (await alive()).execute(code, options)
    if (kernel?.fallen) await bury(kernel)
    const lost = untold
    untold = undefined
    const execution = lost
      ? await afterLoss(lost, options, async (heard) => (await alive()).execute(code, heard))
      : await (kernel ?? (await live())).execute(code, options)
    // The execution has reported the end itself.
    if (execution.status === 'error' && execution.stateLost) {
      untold = undefined
      told = kernel?.fallen
    }
    return execution
  }
  if (!isLazy) await live()

  return {
    info,
    async execute(code, options = {}) {
      const leave = turns.enter() ?? (await turns.take(options.signal))
      if (!leave) return neverBegun()
      try {
        return await run(code, options)
      } finally {
        leave()
      }
    },
    interrupt: async () => kernel?.interrupt(),
    isAlive: () => kernel !== undefined && !kernel.fallen,
    async restart() {
      await kernel?.close()
      untold = undefined
      await live()
    },
    get: (name) => inTurn((alive) => alive.get(name)),
    set: (name, value) => inTurn((alive) => alive.set(name, value)),
    variables: () => inTurn((alive) => alive.variables()),
    attributes: (of) => inTurn((alive) => alive.attributes(of)),
    states: {
      save: (options) => inTurn(({ states }) => states.save(options)),
      load: (bytes) => inTurn(({ states }) => states.load(bytes)),
      mark: () => inTurn(({ states }) => states.mark()),
      goBack: (mark, options) => inTurn(({ states }) => states.goBack(mark, options), true),
      forget: (mark) => inTurn(({ states }) => states.forget(mark), true),
      reseed: () => inTurn(({ states }) => states.reseed()),
      digests: () => inTurn(({ states }) => states.digests()),
    },
    async close() {
      isClosed = true
      await kernel?.close()
    },
  }
}

/** Reports an interpreter that died while nothing ran: the next execution begins with it. */
async function afterLoss(
  end: KernelEnd,
  options: ExecuteOptions,
  execute: (options: ExecuteOptions) => Promise<Execution>,
): Promise<Execution> {
  const text = `[The interpreter had ended (${describeEnd(end)}) and every variable with it. This is a fresh one.]\n`
  await options.onEvent?.({ type: 'stderr', text })
  const execution = await execute(options)
  return { ...execution, stderr: text + execution.stderr, stateLost: true }
}

/** The result of an execution cancelled before its turn. */
function neverBegun(): Execution {
  return {
    status: 'interrupted',
    endedBy: 'cancelled',
    executionCount: 0,
    stdout: '',
    stderr: '',
    shown: [],
    exitCode: null,
    signal: null,
    hasExited: false,
    stateLost: false,
    durationMs: 0,
  }
}
