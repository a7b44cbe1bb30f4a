import { setTimeout as sleep } from 'node:timers/promises'
import { EngineError } from '../contract/errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { StartingPoint } from './machine.ts'

const READY_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 250

/** Starts what belongs to every machine of a template, and waits until it says that it is ready. */
export async function startCommand(
  sandbox: Sandbox,
  { from, signal }: { from: Pick<StartingPoint, 'templateId' | 'start' | 'user' | 'workdir'>; signal: AbortSignal },
): Promise<void> {
  if (!from.start) return
  const { command, ready } = from.start
  const options = { user: from.user, ...(from.workdir !== null && { cwd: from.workdir }) }
  await sandbox.start(shellOf(command), options)
  if (ready === null || ready === '') return
  const late = AbortSignal.timeout(READY_WITHIN_MS)
  for (;;) {
    const asked = await sandbox.start(shellOf(ready), options)
    const stop = () => void asked.signal('SIGKILL').catch(() => {})
    const over = AbortSignal.any([late, signal])
    over.addEventListener('abort', stop, { once: true })
    const { exitCode } = await asked.exited
    over.removeEventListener('abort', stop)
    if (exitCode === 0) return
    signal.throwIfAborted()
    if (late.aborted) throw notReady(from.templateId, `"${ready}" ended with ${exitCode ?? 'a signal'}`)
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

const shellOf = (command: string) => ['/bin/bash', '-l', '-c', command]

const notReady = (template: string, reason: string) =>
  new EngineError('MACHINE_NOT_READY', { template, seconds: READY_WITHIN_MS / 1000, reason })
