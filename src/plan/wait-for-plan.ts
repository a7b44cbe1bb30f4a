import type { PlanNeeds } from './plan-parts.ts'

const RESTS = new Set(['plan.end', 'plan.paused', 'plan.waiting'])

/** Resolves when nothing of a plan goes on, wherever it is worked on. */
export async function waitForPlan(
  { store, journal }: Pick<PlanNeeds, 'store' | 'journal'>,
  id: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const isAtRest = async () => (await store.plans.get(id))?.state !== 'running'
  const leaving = new AbortController()
  const followed = AbortSignal.any([signal, leaving.signal])
  try {
    // Followed before the first look: an end between the two is still told.
    const events = journal.followStream(`plan:${id}`, { afterSeq: 0, signal: followed })
    if (await isAtRest()) return
    for await (const event of events) if (RESTS.has(event.type) && (await isAtRest())) return
    signal.throwIfAborted()
  } finally {
    leaving.abort()
  }
}
