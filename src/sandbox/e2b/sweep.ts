import { readFile } from 'node:fs/promises'
import { isOfDeadServer } from '../cgroup/server-id.ts'
import type { Remote } from './remote.ts'

const LABEL = { host: 'annealHost', server: 'annealServer', sandbox: 'annealBox' } as const

/**
 * Labels of a sandbox, for the sweep. Servers of other hosts may use the same key, and their processes cannot be seen from
 * here: the host's own id tells them apart.
 */
export const labelsOf = async (serverId: string, sandboxId: string): Promise<Record<string, string>> => ({
  [LABEL.host]: await hostId(),
  [LABEL.server]: serverId,
  [LABEL.sandbox]: sandboxId,
})

/** Ends the sandboxes of this host's dead servers; those from before its last boot have ended by themselves. */
export async function sweepRemote(remote: Remote): Promise<void> {
  for await (const { id, metadata } of remote.list({ [LABEL.host]: await hostId() })) {
    if (await isOfDeadServer(`${metadata[LABEL.server]}-${metadata[LABEL.sandbox]}`)) await remote.kill(id)
  }
}

const hostId = async (): Promise<string> => (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
