import { EngineError } from '../contract/errors.ts'
import { type Sandbox, WORKSPACE } from '../sandbox/sandbox.ts'
import { type Context, type ContextInfo, openContext } from './context.ts'
import type { ExecuteOptions, Execution, KernelValue } from './kernel.ts'
import type { KernelVariable } from './kernel-event.ts'
import { findKernelProgram, type KernelProgram, unknownKernel } from './kernel-program.ts'
import type { KernelStates } from './kernel-state.ts'

export interface ContextsParts {
  sandbox: Sandbox
  programs: readonly KernelProgram[]
  newId(): string
  /** Limits of executions that bring none. */
  limits?: { timeoutMs?: number; outputBytes?: number }
}

export interface ContextRequest {
  language: string
  /** Directory inside the sandbox; the workspace by default. */
  cwd?: string
  env?: Record<string, string>
  /** An interpreter that ends is not replaced: all later requests fail with KERNEL_FAILED. */
  isMortal?: boolean
  /** The first request starts the interpreter, not this call. */
  isLazy?: boolean
  /** In a system: the user of the interpreter. */
  user?: string
}

/** The live interpreters of one sandbox, each with a language, a directory and a state of its own. */
export interface Contexts {
  /** Resolves when the interpreter answers, or at once if it is lazy. */
  create(request: ContextRequest): Promise<ContextInfo>
  list(): ContextInfo[]
  get(id: string): ContextInfo
  /** Whether the interpreter lives, as far as is known now. */
  isAlive(id: string): boolean
  restart(id: string): Promise<void>
  interrupt(id: string): Promise<void>
  delete(id: string): Promise<void>
  /** Runs one execution at a time in each context; others wait in order, and their signal cancels them. */
  execute(id: string, code: string, options?: ExecuteOptions): Promise<Execution>
  getVariable(id: string, name: string): Promise<KernelValue>
  setVariable(id: string, name: string, value: unknown): Promise<void>
  variables(id: string): Promise<KernelVariable[]>
  attributes(id: string, of: string): Promise<string[]>
  /** Saves, copies and restores the interpreter of a context. */
  states(id: string): KernelStates
}

export function createContexts({ sandbox, programs, newId, limits = {} }: ContextsParts): Contexts {
  const contexts = new Map<string, Context>()
  const find = (id: string): Context => {
    const context = contexts.get(id)
    if (!context) throw new EngineError('CONTEXT_NOT_FOUND', { contextId: id })
    return context
  }
  return {
    async create({ language, cwd = WORKSPACE, env = {}, isMortal, isLazy, user }) {
      const program = programOf(programs, language)
      const info = { id: newId(), language: program.language, cwd }
      contexts.set(info.id, await openContext({ info, sandbox, program, env, limits, isMortal, isLazy, user }))
      return info
    },
    list: () => [...contexts.values()].map(({ info }) => info),
    get: (id) => find(id).info,
    isAlive: (id) => contexts.get(id)?.isAlive() ?? false,
    restart: async (id) => find(id).restart(),
    interrupt: async (id) => find(id).interrupt(),
    async delete(id) {
      const context = find(id)
      contexts.delete(id)
      await context.close()
    },
    execute: async (id, code, options) => find(id).execute(code, options),
    getVariable: async (id, name) => find(id).get(name),
    setVariable: async (id, name, value) => find(id).set(name, value),
    variables: async (id) => find(id).variables(),
    attributes: async (id, of) => find(id).attributes(of),
    states: (id) => find(id).states,
  }
}

function programOf(programs: readonly KernelProgram[], asked: string): KernelProgram {
  const found = findKernelProgram(programs, asked)
  if (found) return found
  throw unknownKernel(programs, asked)
}
