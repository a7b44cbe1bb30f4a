import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { chooseSandbox } from '../adapter/choose-sandbox.ts'
import { machineLimits } from '../config/machine-limits.ts'
import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import { ID_RANDOM_BYTES, type IdPrefix, makeId } from '../contract/id.ts'
import { findCgroups } from '../sandbox/cgroup/find.ts'
import type { Layers } from '../sandbox/layers.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import type { BackupLayers } from '../store/backup/backup-layers.ts'

/**
 * Opens the layers below a home, to read or restore all of them. Sandboxes do the work, as in a server; a home without
 * layers starts none.
 */
export function openBackupLayers(config: Config): BackupLayers & { close(): Promise<void> } {
  let opened: Promise<{ provider: SandboxProvider; layers: Layers }> | undefined
  const theLayers = async (): Promise<Layers> => {
    opened ??= open(config)
    return (await opened).layers
  }
  return {
    async *read(id) {
      yield* (await theLayers()).read(id)
    },
    put: async (id, archive) => (await theLayers()).put(id, archive),
    close: async () => (await opened?.catch(() => undefined))?.provider.close?.(),
  }
}

async function open(config: Config): Promise<{ provider: SandboxProvider; layers: Layers }> {
  const newId = (prefix: IdPrefix) => makeId(prefix, Date.now(), randomBytes(ID_RANDOM_BYTES))
  const provider = await chooseSandbox(config, { newId, cgroups: await findCgroups(), isWarm: false, onTrouble() {} })
  if (!provider.openLayers || !provider.capabilities.has('system')) {
    await provider.close?.()
    throw new EngineError('LAYERS_CLOSED', { sandbox: config.sandbox })
  }
  const [directory, limits] = [join(config.home, 'layers'), machineLimits(config)]
  return { provider, layers: await provider.openLayers({ directory, limits, newId: () => newId('lay') }) }
}
