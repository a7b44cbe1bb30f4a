import { isOfDeadServer } from '../cgroup/server-id.ts'
import { LABEL } from './container-body.ts'
import type { EngineClient } from './engine-client.ts'
import { removeContainer } from './remove-container.ts'

interface Listed {
  Id: string
  Labels?: Record<string, string>
}

/** Removes containers of dead servers; those of a living server, and containers of others, are left alone. */
export async function sweepContainers(client: EngineClient): Promise<void> {
  const filters = encodeURIComponent(JSON.stringify({ label: [LABEL.server] }))
  const found = await client.call<Listed[]>('GET', `/containers/json?all=1&filters=${filters}`)
  for (const { Id, Labels = {} } of found) {
    if (await isOfDeadServer(`${Labels[LABEL.server]}-${Labels[LABEL.sandbox]}`)) await removeContainer(client, Id)
  }
}
