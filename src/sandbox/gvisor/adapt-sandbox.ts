import { EngineError } from '../../contract/errors.ts'
import type { Sandbox } from '../sandbox.ts'

/** Of address space, which is what gVisor can limit, Node reserves 1.6 GB where it reserves 600 MB of memory. */
const ADDRESSES_PER_RESERVED = 3

/** The sandbox of the agent, less what gVisor lacks. */
export function adaptSandbox(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    exec: (command, options = {}) => sandbox.exec(command, withAddresses(options)),
    start: async (command, options = {}) => {
      // Its terminals send no signals: Ctrl-C, job control, hanging up and resizing would silently do nothing.
      if (options.pty) throw new EngineError('UNSUPPORTED', { what: 'A terminal in a gVisor sandbox' })
      return sandbox.start(command, withAddresses(options))
    },
  }
}

const withAddresses = <O extends { reservedMb?: number }>(options: O): O =>
  options.reservedMb ? { ...options, reservedMb: options.reservedMb * ADDRESSES_PER_RESERVED } : options
