import { isAlive } from '../../host/is-alive.ts'
import { killOne } from '../../host/kill-one.ts'
import type { Hull } from '../hull.ts'
import type { Conversation } from './conversation.ts'
import type { Door } from './door.ts'

const FORK_MS = 10_000

export interface ForkedHullParts {
  conversation: Conversation
  door: Door
  complaint(): string
  sandboxId: string
  /** Request for the zygote. */
  request: object
}

/** The first process of a sandbox that a zygote forked; it waits until it is told to build its walls. */
export async function openForkedHull({
  conversation,
  door,
  complaint,
  sandboxId,
  request,
}: ForkedHullParts): Promise<Hull> {
  const signal = AbortSignal.timeout(FORK_MS)
  const [pid, wire] = await Promise.all([conversation.ask(sandboxId, request), door.expect(sandboxId, signal)])
  const gone = conversation.endOf(pid)
  return {
    wire,
    exited: gone,
    exitsWhole: true,
    complaint,
    isAlive: () => isAlive(pid),
    build: async (cgroup) => {
      await cgroup?.add(pid)
      wire.write('+')
      wire.resume()
    },
    kill: async () => {
      if (!(await isSettled(gone))) killOne(pid)
    },
  }
}

function isSettled(promise: Promise<void>): Promise<boolean> {
  return Promise.race([promise.then(() => true), Promise.resolve(false)])
}
