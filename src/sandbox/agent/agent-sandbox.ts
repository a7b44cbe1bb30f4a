import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { EngineError } from '../../contract/errors.ts'
import type { ProcessEnd } from '../process.ts'
import type { ExecOptions, Sandbox, SandboxMetrics } from '../sandbox.ts'
import { createAgentFiles } from './agent-files.ts'
import { type AgentProcess, type StartInSandbox, startProcess } from './agent-process.ts'
import { createAgentTrees } from './agent-trees.ts'
import { createChannelDuplex } from './channel-duplex.ts'
import { execInSandbox, type SandboxHooks } from './exec.ts'
import { AgentRefusal, type Link, SandboxEnded } from './link.ts'
import { whyEnded } from './why-ended.ts'

export interface AgentSandboxParts {
  id: string
  link: Link
  hooks: SandboxHooks
  /** Files laid into an unused sandbox: they are not written again. */
  laid?: ReadonlyMap<string, Uint8Array> | undefined
  /** Measures that the provider takes more exactly from outside. */
  outerMetrics(): Promise<Partial<SandboxMetrics>>
}

/** Makes the sandbox of any provider that runs our agent inside. */
export function createAgentSandbox({ id, link, hooks, outerMetrics, ...parts }: AgentSandboxParts): Sandbox {
  const alive = new Map<number, AgentProcess>()
  const sayGone = (cause: SandboxEnded) => new EngineError('SANDBOX_GONE', { sandboxId: id }, { cause })
  const gone = (error: unknown): never => {
    if (error instanceof SandboxEnded) throw sayGone(error)
    if (error instanceof AgentRefusal && error.code === 'crowded') {
      throw new EngineError('SANDBOX_CROWDED', { sandboxId: id }, { cause: error })
    }
    if (error instanceof AgentRefusal && error.code !== 'internal') {
      throw new EngineError('INVALID_REQUEST', { problems: [error.message] }, { cause: error })
    }
    throw error
  }
  const files = createAgentFiles(link, sayGone)
  const trees = createAgentTrees(link, sayGone)
  let laid = parts.laid
  const begin: StartInSandbox = async (command, options) => {
    laid = undefined
    const process = await startProcess(link, command, options)
    alive.set(process.pid, process)
    void process.exited.then(() => alive.delete(process.pid))
    return process
  }
  return {
    id,
    get files() {
      laid = undefined
      return files
    },
    get trees() {
      laid = undefined
      return trees
    },
    exec: (command, options = {}) =>
      execInSandbox({ link, hooks, files, start: begin }, command, without(laid, options)).catch(gone),
    async start(command, options = {}) {
      const [killsBefore, process] = await Promise.all([hooks.memoryKills(), begin(command, options).catch(gone)])
      void process.exited.then(process.release)
      const named = { ...process, exited: process.exited.then((end) => nameLimit(end, killsBefore, hooks)) }
      if (alive.has(process.pid)) alive.set(process.pid, named)
      return named
    },
    whyEnded: (end) => whyEnded({ link, limitHit: hooks.limitHit }, end),
    now: async () => (await link.call({ op: 'now' }).catch(gone)).now as number,
    endStrays: async (born) => {
      await link.call({ op: 'end_strays', ...born }).catch(gone)
    },
    async processes() {
      const { processes } = await link.call({ op: 'processes' }).catch(gone)
      return (processes as { pid: number; command: string[]; cwd: string; tag: string | null }[]).map(
        ({ tag, ...info }) => (tag === null ? info : { ...info, tag }),
      )
    },
    async connect(pid) {
      // A program may be listed before the answer to its own start has been handled.
      if (!alive.has(pid)) await nextTurn()
      const process = alive.get(pid)
      if (!process) throw new EngineError('PROCESS_NOT_FOUND', { pid })
      return process
    },
    openPort: (port): Promise<Duplex> =>
      createChannelDuplex((events) => link.open({ op: 'port', port }, events).then(({ channel }) => channel)).catch(
        (error) => {
          if (error instanceof AgentRefusal && error.code === 'refused') throw new EngineError('PORT_CLOSED', { port })
          return gone(error)
        },
      ),
    answerPort: async (port, onConnection) => {
      const take = (connection: Duplex) => {
        // The end of the sandbox ends the connection; a handler without an error listener must not crash the server.
        connection.on('error', () => {})
        onConnection(connection)
      }
      await link.listen(port, (join) => void createChannelDuplex(join).then(take)).catch(gone)
    },
    async metrics() {
      const { isOutOfFiles: _, ...inner } = await link.call({ op: 'metrics' }).catch(gone)
      const unknown = { memoryPeakBytes: null, readBytes: null, writtenBytes: null }
      return { ...unknown, ...inner, ...(await outerMetrics()) } as SandboxMetrics
    },
  }
}

const KILLED = 137

/** Names the memory limit as the cause; a shell reports a killed child by its own exit code. */
async function nameLimit(end: ProcessEnd, killsBefore: number, hooks: SandboxHooks): Promise<ProcessEnd> {
  if (end.signal !== 'SIGKILL' && end.exitCode !== KILLED) return end
  const kills = await hooks.memoryKills().catch(() => killsBefore)
  return kills > killsBefore ? { ...end, limit: 'memory' } : end
}

/**
 * Leaves out files that are laid already, compared by identity: the server reads its own files once and hands the same bytes
 * around.
 */
function without(laid: AgentSandboxParts['laid'], options: ExecOptions): ExecOptions {
  if (!laid || !options.files) return options
  return { ...options, files: new Map([...options.files].filter(([path, bytes]) => laid.get(path) !== bytes)) }
}
