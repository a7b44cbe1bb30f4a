import { EngineError } from '../../contract/errors.ts'
import type { Sandbox } from '../sandbox.ts'

/** Address space per reserved memory; gVisor can limit only address space: Node reserves 1.6 GB of it for 600 MB of memory. */
const ADDRESSES_PER_RESERVED = 3

/** The sandbox of the agent, without the features that gVisor lacks. */
export function adaptSandbox(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    exec: (command, options = {}) => sandbox.exec(command, withAddresses(options)),
    start: async (command, options = {}) => {
      // gVisor's terminals send no signals: Ctrl-C, job control, hanging up and resizing would silently do nothing.
      if (options.pty) throw new EngineError('UNSUPPORTED', { what: 'A terminal in a gVisor sandbox' })
      return sandbox.start(command, withAddresses(options))
    },
  }
}

const withAddresses = <O extends { reservedMb?: number }>(options: O): O =>
  options.reservedMb ? { ...options, reservedMb: options.reservedMb * ADDRESSES_PER_RESERVED } : options
