import './node-floor.ts'
import type * as engine from './engine.ts'

export { LOCAL_USER, makeKey } from './access/keys.ts'
export { loadConfig } from './config/load-config.ts'
export { EngineError } from './contract/errors.ts'
export type * from './engine.ts'
export { csvOf, csvPieces } from './observe/csv.ts'

// The package's entrance. Everything behind these is loaded when it is called: a program that may need an engine pays for one when it does.

export const createEngine: typeof engine.createEngine = async (...given) =>
  (await import('./engine.ts')).createEngine(...given)

export const backupHome: typeof engine.backupHome = async (...given) =>
  (await import('./engine.ts')).backupHome(...given)

export const restoreHome: typeof engine.restoreHome = async (...given) =>
  (await import('./engine.ts')).restoreHome(...given)
