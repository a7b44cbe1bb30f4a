import { AsyncLocalStorage } from 'node:async_hooks'

const storage = new AsyncLocalStorage<string>()

/** Tells every change inside of `work`, however deep, with this cause, unless it has a closer one. */
export const causedBy = <T>(cause: string, work: () => T): T => storage.run(cause, work)

export const currentCause = (): string | null => storage.getStore() ?? null
