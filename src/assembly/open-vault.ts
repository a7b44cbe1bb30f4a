import { join } from 'node:path'
import { openServerKey } from '../access/server-key.ts'
import { createVolumeTokens } from '../access/volume-tokens.ts'

/** Everything that the server's own key stands behind. */
export async function openVault({ home, clock }: { home: string; clock(): number }) {
  const key = await openServerKey(join(home, 'server.key'))
  return { volumeTokens: createVolumeTokens({ key, clock }) }
}
