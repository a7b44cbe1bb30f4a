import type { z } from 'zod'
import { userName } from '../contract/api.ts'
import { eraseResult, type PruneQuery, pruneResult } from '../contract/retention.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

type Choice = Pick<PruneQuery, 'before' | 'keep'> & { all?: boolean; dryRun?: boolean }

/** One call deletes a bounded number of runs, so that it stays short. */
const WORK_MS = 60_000

export function pruneCall(transport: Transport) {
  /** Deletes the chosen runs, in as many calls as needed; with `dryRun` it only counts. */
  return async ({ before, keep, all, dryRun }: Choice, call?: CallOptions): Promise<z.output<typeof pruneResult>> => {
    const query = { before, keep, ...(all && { all: 'true' }), ...(dryRun && { dryRun: 'true' }) }
    let [deleted, bytes] = [0, 0]
    for (;;) {
      const sent = { method: 'DELETE' as const, path: '/v1/runs', query, workMs: WORK_MS }
      const part = await transport.json(pruneResult, { ...sent, ...call })
      deleted += part.deleted
      bytes += part.bytes
      if (!part.more) return { ...part, deleted, bytes }
    }
  }
}

export function userCalls(transport: Transport) {
  return {
    /** Deletes everything of a user and revokes their keys, in as many calls as needed; needs an admin key. */
    erase: async (user: string, call?: CallOptions): Promise<z.output<typeof eraseResult>> => {
      if (!userName.safeParse(user).success) {
        throw localError('INVALID_REQUEST', { problems: [`user: ${JSON.stringify(user)} is no name of a user`] })
      }
      const path = `/v1/users/${encodeURIComponent(user)}/data`
      const send = () => transport.json(eraseResult, { method: 'DELETE', path, workMs: WORK_MS, ...call })
      let sum = await send()
      while (sum.more) sum = added(sum, await send())
      return sum
    },
  }
}

type Erased = z.output<typeof eraseResult>

const added = (sum: Erased, { more, ...part }: Erased): Erased => {
  const names = Object.keys(part) as (keyof typeof part)[]
  return { ...sum, ...Object.fromEntries(names.map((name) => [name, sum[name] + part[name]])), more }
}
