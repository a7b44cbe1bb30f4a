import { EngineError } from '../contract/errors.ts'
import type { Images, StartingPoint } from './machine.ts'

/** What there is without any template: the system as it is. */
export function createBuiltInImages(size: Pick<StartingPoint, 'cpuCount' | 'memoryMb'>): Images {
  const names = ['base', 'code-interpreter-v1']
  return {
    async resolve(name) {
      if (!names.includes(name)) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
      return { templateId: name, alias: name, layers: [], env: {}, user: 'user', workdir: null, ...size }
    },
    async addSnapshot() {
      throw new EngineError('UNSUPPORTED', { what: 'Keeping a snapshot' })
    },
    listSnapshots: async () => [],
    layersInUse: async () => [],
    remove: async () => false,
  }
}
