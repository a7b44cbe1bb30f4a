import { join } from 'node:path'
import { createSeal } from '../access/sealed-text.ts'
import { createSecrets } from '../access/secrets.ts'
import { openServerKey } from '../access/server-key.ts'
import { createVolumeTokens } from '../access/volume-tokens.ts'
import type { Store } from '../store/store.ts'

export interface VaultParts {
  home: string
  store: Store
  newId(prefix: 'sec'): string
  clock(): number
}

/** Everything that the server's own key stands behind. */
export async function openVault({ home, store, newId, clock }: VaultParts) {
  const serverKey = await openServerKey(join(home, 'server.key'))
  return {
    machineSeal: createSeal(serverKey, 'machines'),
    volumeTokens: createVolumeTokens({ key: serverKey, clock }),
    secrets: createSecrets({
      ...{ documents: store.documents, serverKey, clock },
      // As E2B's clients know them.
      newId: () => newId('sec').replace('sec', 'sec_'),
    }),
  }
}
