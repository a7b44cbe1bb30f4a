import { createJail } from '../jail/jail.ts'
import type { SandboxControl } from '../sandbox.ts'
import { type CommandListener, type Remote, type RemoteCommand, RemoteFailure, type RemoteSandbox } from './remote.ts'

const LIMITS = {
  timeoutMs: 600_000,
  memoryMb: 1024,
  cpuPercent: 400,
  processes: 256,
  openFiles: 1024,
  outputBytes: 1e9,
  diskMb: 512,
}
const never = new AbortController().signal

/** The part of E2B's protocol that the provider uses, served in this process by systems of the jail. */
export function createJailRemote() {
  const sandboxes = new Map<string, { control: SandboxControl; metadata: Record<string, string> }>()
  let made = 0
  const jail = createJail({
    execPath: process.execPath,
    newSandboxId: () => `remote-${process.pid}-${++made}`,
    cgroups: undefined,
  })
  const remote: Remote = {
    place: 'http://here.test',
    timeoutMs: 30_000,
    async create({ metadata }) {
      const control = await jail.create({ limits: LIMITS, system: { layers: [] } }, never)
      const { id } = control.sandbox
      sandboxes.set(id, { control, metadata })
      return sandboxOf(control)
    },
    async *list(wanted) {
      for (const [id, { metadata }] of sandboxes) {
        if (Object.entries(wanted).every(([name, value]) => metadata[name] === value)) yield { id, metadata }
      }
    },
    async kill(id) {
      await sandboxes.get(id)?.control.destroy()
      sandboxes.delete(id)
    },
  }
  return { remote, sandboxes, close: () => jail.close?.() }
}

function sandboxOf({ sandbox }: SandboxControl): RemoteSandbox {
  type Process = Awaited<ReturnType<SandboxControl['sandbox']['start']>>
  const attach = (process: Process, { onStdout, onStderr }: CommandListener): RemoteCommand => {
    const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() }
    const left = Promise.withResolvers<void>()
    const stop = process.onOutput(({ stream, bytes }) => {
      const text = decoders[stream].decode(bytes, { stream: true })
      return stream === 'stdout' ? onStdout(text) : onStderr(text)
    })
    return {
      pid: process.pid,
      send: (text) =>
        process.write(Buffer.from(text)).catch((error) => {
          throw new RemoteFailure('busy', 'the process has ended', { cause: error })
        }),
      leave: async () => {
        stop()
        left.resolve()
      },
      ended: Promise.race([process.exited.then(() => {}), left.promise]),
    }
  }
  return {
    id: sandbox.id,
    start: async (command, listener) =>
      attach(await sandbox.start(['/usr/bin/bash', '-l', '-c', command], { stdin: true, user: 'root' }), listener),
    join: async (pid, listener) => attach(await sandbox.connect(pid), listener),
    prolong: async () => {},
  }
}

/** Fails with each of these in turn, and then works. */
export const failing = (remote: Remote, failures: RemoteFailure[]): Remote => ({
  ...remote,
  create: async (request) => {
    const failure = failures.shift()
    if (failure) throw failure
    return remote.create(request)
  },
})
