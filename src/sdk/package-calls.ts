import type { z } from 'zod'
import { packageList, type packageRemoval, type packageRequest } from '../contract/package.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** Adding may download a lot; the server has a limit of its own. */
const WORK_MS = 3_600_000

/** The packages that programs may import; changing them needs an admin key. */
export function packageCalls(transport: Transport) {
  const path = '/v1/packages'
  return {
    list: (call?: CallOptions) => transport.json(packageList, { method: 'GET', path, ...call }),
    add: (request: z.input<typeof packageRequest>, call?: CallOptions) =>
      transport.json(packageList, { method: 'POST', path, body: request, workMs: WORK_MS, once: true, ...call }),
    remove: (request: z.input<typeof packageRemoval>, call?: CallOptions) =>
      transport.json(packageList, { method: 'DELETE', path, body: request, workMs: WORK_MS, once: true, ...call }),
  }
}
