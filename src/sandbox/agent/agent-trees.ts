import { EngineError } from '../../contract/errors.ts'
import type { SandboxTrees } from '../tree.ts'

export function createAgentTrees(): SandboxTrees {
  return {
    read: () => {
      throw new EngineError('UNSUPPORTED', { what: 'reading trees' })
    },
    write: async () => {
      throw new EngineError('UNSUPPORTED', { what: 'writing trees' })
    },
  }
}
