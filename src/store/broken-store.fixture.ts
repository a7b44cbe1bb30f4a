import type { Released } from './content/state-rows.ts'
import type { OpenStore } from './in-store.ts'
import type { Store } from './store.ts'

/** Breaks the promise of a check: every check has a breakage, in the fixture beside it. */
export type Breakage = (store: Store) => { [part in keyof Store]?: Partial<Store[part]> }

export const givingUpNothing = async <T extends Released>(work: Promise<T>): Promise<T> => ({
  ...(await work),
  blobs: [],
})

/** The store with some of its methods replaced. */
export function breakStore(open: OpenStore, breakage: Breakage): OpenStore {
  return async () => {
    const store = await open()
    const parts = Object.entries(breakage(store)).map(([part, broken]) => {
      const whole = store[part as keyof Store]
      return [part, typeof whole === 'object' ? { ...whole, ...(broken as object) } : broken]
    })
    return { ...store, ...Object.fromEntries(parts) }
  }
}
