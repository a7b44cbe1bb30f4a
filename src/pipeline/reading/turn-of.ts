import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<string>()

/** All reading inside of `work`, however deep, counts as this user's turn. */
export const inTurnOf = <T>(userId: string, work: () => T): T => storage.run(userId, work)

/** The user of the current turn; empty for the engine's own work. */
export const turnOf = (): string => storage.getStore() ?? ''
