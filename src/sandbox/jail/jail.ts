import { EngineError } from '../../contract/errors.ts'
import type { EndedBy } from '../../contract/limits.ts'
import type { ExecOptions, ExecResult, Program, SandboxProvider } from '../sandbox.ts'
import { describeSetupFailure, findHost } from './host.ts'
import { type JailHost, launch } from './launch.ts'
import { probeJail } from './probe.ts'
import { readStatus } from './status.ts'

/** A box that cannot be set up in this time never will be. */
const SETUP_TIMEOUT_MS = 10_000

/** The default provider: bubblewrap, a syscall filter and fresh namespaces; no Docker, no root, no daemon. */
export function createJail(options: { execPath: string }): SandboxProvider {
  let host: Promise<JailHost> | undefined
  const theHost = () => {
    host ??= findHost(options.execPath)
    // A failed look-up is not kept: the missing package may be installed while the server runs.
    host.catch(() => {
      host = undefined
    })
    return host
  }
  const run: SandboxProvider['run'] = async (program, execOptions) => runInBox(await theHost(), program, execOptions)
  return { name: 'jail', run, probe: (signal) => probeJail({ run, signal }) }
}

async function runInBox(host: JailHost, program: Program, options: ExecOptions): Promise<ExecResult> {
  const { limits, signal, onOutput } = options
  if (signal.aborted) return { endedBy: 'cancelled', exitCode: null, signal: null, durationMs: 0 }
  const startedAt = performance.now()
  const box = launch(host, program, options)
  const status = readStatus(box.status)
  let reason: EndedBy | 'setup' | undefined

  /** The first reason wins. Killing the box's first process kills all of it; killing bubblewrap alone would not. */
  const end = async (why: EndedBy | 'setup') => {
    if (reason) return
    reason = why
    const pid = await status.childPid
    if (box.process.exitCode === null && pid !== undefined) kill(pid)
    box.process.kill('SIGKILL')
  }
  let timer = setTimeout(end, SETUP_TIMEOUT_MS, 'setup')
  void status.childPid.then((pid) => {
    if (pid === undefined || reason) return
    // The program's time starts with its first process: building the box is our affair.
    clearTimeout(timer)
    timer = setTimeout(end, limits.timeoutMs, 'timeout')
  })
  const onAbort = () => void end('cancelled')
  signal.addEventListener('abort', onAbort)

  let printed = 0
  let complaint = ''
  const collect = (stream: 'stdout' | 'stderr') => (bytes: Uint8Array) => {
    const room = limits.outputBytes - printed
    printed += bytes.length
    if (stream === 'stderr' && complaint.length < 2000) complaint += Buffer.from(bytes).toString('latin1')
    if (room > 0) onOutput({ stream, bytes: bytes.length > room ? bytes.subarray(0, room) : bytes })
    if (bytes.length > room) void end('output')
  }
  box.stdout.on('data', collect('stdout'))
  box.stderr.on('data', collect('stderr'))

  try {
    await closed(box.process)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
  const exitCode = await status.exitCode
  if (reason === 'setup' || (!reason && exitCode === undefined)) {
    throw new EngineError('SANDBOX_UNAVAILABLE', describeSetupFailure(complaint))
  }
  const durationMs = performance.now() - startedAt
  if (reason) return { endedBy: reason, exitCode: null, signal: 'SIGKILL', durationMs }
  return { endedBy: 'exit', exitCode: exitCode ?? null, signal: null, durationMs }
}

function closed(child: ReturnType<typeof launch>['process']): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      reject(new EngineError('SANDBOX_UNAVAILABLE', describeSetupFailure(error.message), { cause: error }))
    })
  })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself in the meantime.
  }
}
