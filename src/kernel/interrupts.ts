import type { Process } from '../sandbox/process.ts'
import type { KernelWire } from './kernel-wire.ts'

/** A request with no effect: no variable has this name. */
const NOTHING = { op: 'get', name: '' }

/**
 * Sends interrupts, and keeps one that was meant for an execution away from the next. A signal that comes after the end of its
 * execution waits in the interpreter, which may notice it only with the next request: that one has no effect.
 */
export function createInterrupts(process: Process, wire: KernelWire) {
  let sending: Promise<void> | undefined
  let calming: Promise<void> | undefined
  let mayWait = false
  const calm = async () => {
    await sending
    mayWait = false
    // A dead interpreter holds no signal back, and the request that follows reports its death.
    await wire.ask(NOTHING, () => {}).catch(() => {})
    calming = undefined
  }
  const send = async (): Promise<void> => {
    // The execution that is meant begins as soon as the interpreter is calm.
    await calming
    if (!wire.isBusy) return
    mayWait = true
    // A program that has ended meanwhile needs no interrupt.
    sending = process.signal('SIGINT').catch(() => {})
    await sending
  }
  return {
    send,
    /** Undefined when no interrupt can be on its way any more. */
    settled(): Promise<void> | undefined {
      if (mayWait) calming = calm()
      return calming
    },
  }
}
