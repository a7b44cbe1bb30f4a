import { EngineError } from '../../contract/errors.ts'
import type { Process, ProcessEnd, StartOptions } from '../process.ts'
import type { OutputChunk } from '../sandbox.ts'
import { AgentRefusal, type Channel, type Link, SandboxEnded } from './link.ts'

type Listener = (chunk: OutputChunk) => void | Promise<void>
type Hold = (action: () => void | Promise<void>) => void | Promise<void>

export interface AgentProcess extends Process {
  readonly command: string[]
  /** Ends the program with everything it started. */
  killTree(): Promise<void>
  /** Stops listening: later output of the program or its children is dropped. */
  release(): void
}

export type StartInSandbox = (
  command: string[],
  options: StartOptions & { onOutput?: Listener },
) => Promise<AgentProcess>

/** Has the agent start a program, and follows it over one channel. */
export async function startProcess(
  link: Link,
  command: string[],
  options: StartOptions & { onOutput?: Listener; changes?: true },
): Promise<AgentProcess> {
  const listeners = new Set<Listener>(options.onOutput ? [options.onOutput] : [])
  const exited = Promise.withResolvers<ProcessEnd>()
  /** Keeps early output until the caller could have begun to listen. */
  const heard = Promise.withResolvers<void>()
  let isHeard = options.onOutput !== undefined
  const inTurn: Hold = (action) => (isHeard ? action() : heard.promise.then(action))
  const { onOutput: _, pty, ...rest } = options
  const request = { op: 'start', command, ...rest, ...(pty && { pty }) }
  const { channel, answer } = await link.open(request, {
    data: (bytes, stream) => inTurn(() => tellAll(listeners, { stream, bytes })),
    event: (value) => {
      if (value.exit) void inTurn(() => exited.resolve(value.exit as ProcessEnd))
    },
    // The sandbox is gone, and the program with it.
    failed: () => exited.resolve({ exitCode: null, signal: 'SIGKILL' }),
  })
  setImmediate(() => {
    isHeard = true
    heard.resolve()
  })
  const hasInput = Boolean(options.stdin || pty)
  const own = { pid: Number(answer.pid), command, listeners, exited: exited.promise, hasInput }
  return processOf({ link, channel, ...own })
}

function processOf(parts: {
  link: Link
  channel: Channel
  pid: number
  command: string[]
  listeners: Set<Listener>
  exited: Promise<ProcessEnd>
  hasInput: boolean
}): AgentProcess {
  const { link, channel, pid, command, listeners, exited } = parts
  let inputIsOpen = parts.hasInput
  void exited.then(() => {
    inputIsOpen = false
  })
  const ask = async (op: string, more: Record<string, unknown> = {}) => {
    await link.call({ op, process: channel.id, ...more }).catch((error) => explain(error, pid))
  }
  return {
    pid,
    command,
    exited,
    onOutput: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    write: async (bytes) => {
      if (!inputIsOpen)
        throw new EngineError('INVALID_REQUEST', { problems: [`the input of process ${pid} is closed`] })
      await channel.send(bytes)
    },
    closeStdin: async () => {
      inputIsOpen = false
      channel.end()
    },
    signal: (signal) => ask('signal', { signal }),
    resize: (size) => ask('resize', size),
    killTree: () => ask('kill_tree'),
    release: () => channel.close(),
  }
}

function explain(error: unknown, pid: number): never {
  const isGone = error instanceof SandboxEnded || (error instanceof AgentRefusal && error.code === 'not_found')
  if (isGone) throw new EngineError('PROCESS_NOT_FOUND', { pid }, { cause: error })
  if (!(error instanceof AgentRefusal)) throw error
  throw new EngineError('INVALID_REQUEST', { problems: [error.message] }, { cause: error })
}

/** Passes a chunk to all listeners and waits for the slowest. */
function tellAll(listeners: Set<Listener>, chunk: OutputChunk): void | Promise<void> {
  const waits = [...listeners].map((listener) => listener(chunk)).filter((wait) => wait !== undefined)
  return waits.length > 0 ? Promise.all(waits).then(() => undefined) : undefined
}
