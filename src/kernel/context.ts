import type { Sandbox } from '../sandbox/sandbox.ts'
import type { ExecuteOptions, Execution, Kernel, KernelValue } from './kernel.ts'
import type { KernelVariable } from './kernel-event.ts'
import type { KernelProgram } from './kernel-program.ts'
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
}

/** One interpreter with a name, for as long as its owner wants it: whoever comes waits, and a dead one is replaced. */
export interface Context {
  readonly info: ContextInfo
  execute(code: string, options?: ExecuteOptions): Promise<Execution>
  interrupt(): Promise<void>
  /** A fresh interpreter; what is running ends as if it had died, what is waiting runs in the new one. */
  restart(): Promise<void>
  get(name: string): Promise<KernelValue>
  set(name: string, value: unknown): Promise<void>
  variables(): Promise<KernelVariable[]>
  close(): Promise<void>
}

export async function openContext({ info, sandbox, program, env, limits }: ContextParts): Promise<Context> {
  const turns = createTurns()
  let kernel: Kernel | undefined
  let isClosed = false

  const start = async (): Promise<Kernel> => {
    const fresh = await startKernel({ sandbox, program, cwd: info.cwd, env, tag: info.id, limits })
    void fresh.ended.then(() => {
      if (kernel === fresh) kernel = undefined
    })
    kernel = fresh
    // Closed while it was starting: nobody will use it.
    if (isClosed) await fresh.close()
    return fresh
  }
  const inTurn = <T>(use: (kernel: Kernel) => Promise<T>): Promise<T> =>
    turns.take().then((leave) => (kernel ? use(kernel) : start().then(use)).finally(leave))
  await start()

  return {
    info,
    async execute(code, options = {}) {
      const leave = turns.enter() ?? (await turns.take(options.signal))
      if (!leave) return neverBegun()
      try {
        return await (kernel ?? (await start())).execute(code, options)
      } finally {
        leave()
      }
    },
    interrupt: async () => kernel?.interrupt(),
    async restart() {
      await kernel?.close()
      await inTurn(async () => {})
    },
    get: (name) => inTurn((live) => live.get(name)),
    set: (name, value) => inTurn((live) => live.set(name, value)),
    variables: () => inTurn((live) => live.variables()),
    async close() {
      isClosed = true
      await kernel?.close()
    },
  }
}

/** Called off while it waited for its turn. */
function neverBegun(): Execution {
  return {
    status: 'interrupted',
    endedBy: 'cancelled',
    executionCount: 0,
    stdout: '',
    stderr: '',
    shown: [],
    stateLost: false,
    durationMs: 0,
  }
}
