import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<string>()

/** Everything that is read meanwhile, however far down, is read in the turn of this user. */
export const inTurnOf = <T>(userId: string, work: () => T): T => storage.run(userId, work)

/** Whose turn it is; the engine's own when nobody asked. */
export const turnOf = (): string => storage.getStore() ?? ''
