import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '../contract/errors.ts'
import type { OutputChunk, Process, ProcessEnd } from '../sandbox/process.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { StartingPoint } from './machine.ts'

export interface StartRequest {
  from: Pick<StartingPoint, 'templateId' | 'start' | 'user' | 'workdir'>
  signal: AbortSignal
  readyWithinMs?: number
  /** Fails when the command is not ready in time; otherwise it is then left running. */
  mustBeReady?: boolean
  onOutput?(chunk: OutputChunk): void
  /** Called with the ready command's output while it fails, each time that it changes. */
  onComplaint?(complaint: string): void
}

/** Clients that wait for a machine give up after a minute. */
const READY_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 250
const MOST_COMPLAINT = 500

/**
 * Starts the command of a template in a machine, and waits until it is ready. A command that ended well may have left
 * its work to others; one that failed before it was ready never becomes ready.
 */
export async function startCommand(sandbox: Sandbox, request: StartRequest): Promise<void> {
  const { from, signal, onOutput, readyWithinMs = READY_WITHIN_MS, mustBeReady = false } = request
  if (!from.start) return
  const { command, ready } = from.start
  const notReady = (reason: string) =>
    new EngineError('MACHINE_NOT_READY', { template: from.templateId, seconds: readyWithinMs / 1000, reason })
  const program = command ? await shell(sandbox, from, command) : undefined
  if (onOutput) program?.onOutput(onOutput)
  if (!ready) return
  const over = new AbortController()
  const broken = program?.exited.then((end) => {
    if (end.exitCode !== 0) over.abort(notReady(`"${command}" ended with ${described(end)}`))
  })
  broken?.catch(() => {})
  let complaint = ''
  const onComplaint = (text: string) => {
    complaint = text
    request.onComplaint?.(text)
  }
  let late: unknown
  const timer = setTimeout(() => {
    late = notReady(`"${ready}" has not succeeded${complaint && `: ${complaint}`}`)
    over.abort(late)
  }, readyWithinMs)
  try {
    const ask = () => shell(sandbox, from, ready)
    await untilReady({ ask, onComplaint, signal: AbortSignal.any([over.signal, signal]) })
  } catch (error) {
    if (late === undefined || error !== late || mustBeReady) throw error
  } finally {
    clearTimeout(timer)
  }
}

interface Waiting {
  ask(): Promise<Process>
  onComplaint(complaint: string): void
  signal: AbortSignal
}

async function untilReady({ ask, onComplaint, signal }: Waiting): Promise<void> {
  for (let before = ''; ; ) {
    signal.throwIfAborted()
    const asked = await ask()
    let complaint = ''
    asked.onOutput(({ stream, bytes }) => {
      if (stream === 'stderr' && complaint.length < MOST_COMPLAINT) complaint += Buffer.from(bytes).toString()
    })
    const stop = () => void asked.signal('SIGKILL').catch(() => {})
    // The wait may have been given up while the program was started.
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const { exitCode } = await asked.exited
    signal.removeEventListener('abort', stop)
    if (exitCode === 0) return
    complaint = complaint.trim().slice(0, MOST_COMPLAINT)
    if (complaint && complaint !== before) onComplaint(complaint)
    before = complaint
    // The wait may have been given up meanwhile, with a reason of its own.
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function shell(sandbox: Sandbox, { user, workdir }: StartRequest['from'], command: string): Promise<Process> {
  return sandbox.start(['/bin/bash', '-l', '-c', command], { user, ...(workdir !== null && { cwd: workdir }) })
}

const described = ({ exitCode, signal }: ProcessEnd) =>
  exitCode === null ? `signal ${signal}` : `exit status ${exitCode}`
