import type { Admission } from '../sandbox/slots.ts'

/** The same admission for one slot, with the time spent waiting for it, even if it never came. */
export function measureWait({ takeSlot, leave: _, ...known }: Admission) {
  const askedAt = performance.now()
  let enteredAt: number | undefined
  const admission: Omit<Admission, 'leave'> = {
    ...known,
    takeSlot: async (signal) => {
      const release = await takeSlot(signal)
      enteredAt = performance.now()
      return release
    },
  }
  return { admission, waitedMs: () => (enteredAt ?? performance.now()) - askedAt }
}
