/** Public entry `anneal/contract`: the words every door and client share. */
export * from './api.ts'
export * from './errors.ts'
export * from './event.ts'
export * from './id.ts'
export * from './limits.ts'
export * from './reduce-run.ts'
export * from './run.ts'
export * from './sandbox.ts'
