import type { PlanNeeds } from './plan-parts.ts'

const RESTS = new Set(['plan.end', 'plan.paused', 'plan.waiting'])

/** Resolves when nothing of a plan goes on, wherever it is worked on. */
export async function waitForPlan(
  { store, journal }: Pick<PlanNeeds, 'store' | 'journal'>,
  id: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const isAtRest = async () => (await store.plans.head(id))?.state !== 'running'
  const subject = `plan:${id}` as const
  const leaving = new AbortController()
  const followed = AbortSignal.any([signal, leaving.signal])
  try {
    // The place is read before the first look: an end between the two is still told.
    const afterSeq = await store.events.lastSeq(subject)
    if (await isAtRest()) return
    const events = journal.followStream(subject, { afterSeq, signal: followed })
    for await (const event of events) if (RESTS.has(event.type) && (await isAtRest())) return
    signal.throwIfAborted()
  } finally {
    leaving.abort()
  }
}
