import { EngineError } from '../contract/errors.ts'
import type { Process } from '../sandbox/process.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { describeEnd } from './describe-end.ts'
import { type CellParts, executeCell } from './execute-cell.ts'
import { createInterrupts } from './interrupts.ts'
import type { Kernel } from './kernel.ts'
import type { KernelMessage } from './kernel-event.ts'
import type { KernelProgram } from './kernel-program.ts'
import { createKernelStates } from './kernel-state.ts'
import { KernelDeath, type KernelRequest, type KernelWire, openKernelWire } from './kernel-wire.ts'

export interface KernelStart {
  sandbox: Sandbox
  program: KernelProgram
  cwd?: string
  env?: Record<string, string>
  /** In a system: the user of the interpreter. */
  user?: string | undefined
  /** A tag that finds the interpreter among the processes of the sandbox. */
  tag?: string
  /** Limits for executions that bring none of their own. */
  limits?: { timeoutMs?: number; outputBytes?: number }
}

/** An interpreter that does not answer in this time never will. */
const START_MS = 30_000
/** Time to save values; a longer save never ends. */
const STATE_MS = 60_000
/** Showing a value may run code of its own, within the time of an execution: but never so little that a slow host ends it. */
const LEAST_SHOW_MS = 5_000

/** Starts an interpreter in a sandbox and sends it its program. Throws KERNEL_FAILED when it does not answer. */
export async function startKernel(start: KernelStart): Promise<Kernel> {
  const { sandbox, program, cwd, env, user, tag, limits = {} } = start
  const process = await sandbox.start(program.command, {
    stdin: true,
    // The started process may keep its interpreter in another process, which must not outlive it.
    endsWhole: true,
    ...(cwd !== undefined && { cwd }),
    ...(env && { env }),
    ...(user !== undefined && { user }),
    ...(tag !== undefined && { tag }),
    ...(program.reservedMb !== undefined && { reservedMb: program.reservedMb }),
  })
  const wire = openKernelWire(process)
  const { language, version } = await readyOf(process, wire, program)
  const interrupts = createInterrupts(process, wire)
  const { whyEnded } = sandbox
  const parts: CellParts = { wire, limits, interrupt: interrupts.send, kill: () => endProcess(process), whyEnded }
  const askWithin = (mostMs: number) => async (request: KernelRequest, listener: (message: KernelMessage) => void) => {
    await interrupts.settled()
    let why: string | undefined
    const tooLate = setTimeout(() => {
      why = `it was ended, since a value took longer than ${mostMs / 1000} s to tell what it is`
      void endProcess(process)
    }, mostMs)
    await askQuietly(wire, request, listener)
      .catch((error) => unavailable(error, program, why))
      .finally(() => clearTimeout(tooLate))
  }
  const ask = askWithin(Math.max(LEAST_SHOW_MS, limits.timeoutMs ?? STATE_MS))
  return {
    language,
    version,
    ended: wire.ended,
    get fallen() {
      return wire.fallen
    },
    async execute(code, options = {}) {
      await interrupts.settled()
      return executeCell(parts, code, options)
    },
    interrupt: interrupts.send,
    async get(name) {
      let found: Extract<KernelMessage, { type: 'value' }> | undefined
      await ask({ op: 'get', name }, (message) => {
        if (message.type === 'value') found = message
      })
      if (!found) throw new EngineError('VARIABLE_NOT_FOUND', { name })
      return { data: found.data, ...('json' in found && { json: found.json }) }
    },
    async set(name, value) {
      await ask({ op: 'set', name, json: value ?? null }, () => {})
    },
    async variables() {
      const listed: Extract<KernelMessage, { type: 'variables' }>['variables'] = []
      await ask({ op: 'variables' }, (message) => {
        if (message.type === 'variables') for (const variable of message.variables) listed.push(variable)
      })
      return listed
    },
    async attributes(of) {
      if (!program.tellsAttributes) throw new EngineError('UNSUPPORTED', { what: `listing attributes in ${language}` })
      let found: string[] | undefined
      await ask({ op: 'attributes', of }, (message) => {
        if (message.type === 'names') found = message.names
      })
      if (!found) throw new EngineError('VARIABLE_NOT_FOUND', { name: of })
      return found
    },
    states: createKernelStates(askWithin(STATE_MS), program),
    async close() {
      await endProcess(process)
      await wire.ended
    },
  }
}

async function readyOf(process: Process, wire: KernelWire, program: KernelProgram) {
  const tooLate = setTimeout(() => void endProcess(process), START_MS)
  try {
    await process.write(await program.source()).catch(() => {})
    return await wire.ready
  } catch (error) {
    return unavailable(error, program)
  } finally {
    clearTimeout(tooLate)
  }
}

function unavailable(error: unknown, { language }: KernelProgram, why?: string): never {
  if (!(error instanceof KernelDeath)) throw error
  throw new EngineError('KERNEL_FAILED', { language, reason: why ?? describeEnd(error.end) }, { cause: error })
}

/** Requests about one variable: no answer means that there is none of this name. */
const ABOUT_ONE = new Set(['get', 'attributes'])

/** Sends a request that is no execution; its failure is a mistake of the caller. */
async function askQuietly(wire: KernelWire, request: KernelRequest, listener: (message: KernelMessage) => void) {
  const problems: string[] = []
  const { status } = await wire.ask(request, (message) => {
    if (message.type === 'error') problems.push(`${message.name}: ${message.value}`)
    else listener(message)
  })
  if (status !== 'ok' && !ABOUT_ONE.has(request.op)) throw new EngineError('INVALID_REQUEST', { problems })
}

async function endProcess(process: Process): Promise<void> {
  await process.signal('SIGKILL').catch(() => {})
}
