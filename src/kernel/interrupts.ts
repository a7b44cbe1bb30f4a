import type { Process } from '../sandbox/process.ts'
import type { KernelWire } from './kernel-wire.ts'

/** Sends interrupts and tracks those under way: an interrupt meant for one execution must not hit the next. */
export function createInterrupts(process: Process, wire: KernelWire) {
  let sending: Promise<void> | undefined
  return {
    get isSending() {
      return sending !== undefined
    },
    settled: async (): Promise<void> => sending,
    async send(): Promise<void> {
      if (!wire.isBusy) return
      const sent: Promise<void> = process
        .signal('SIGINT')
        // A program that has ended meanwhile needs no interrupt.
        .catch(() => {})
        .finally(() => {
          if (sending === sent) sending = undefined
        })
      sending = sent
      await sent
    },
  }
}
