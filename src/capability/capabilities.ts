/**
 * Capabilities that stand on the rest of the engine: each line opens one, as `engine.<name>`. The parameter of its
 * function names its needs; `Core` of `engine/open-capabilities.ts` has all that is available.
 */
export { commandsPart as commands } from './command/commands-part.ts'
export { eventsPart as events } from './event/events-part.ts'
export { retentionPart as retention } from './retention/retention-part.ts'
