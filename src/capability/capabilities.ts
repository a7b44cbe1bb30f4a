/**
 * Capabilities that stand on the rest of the engine: each line opens one, as `engine.<name>`. The parameter of its function says
 * what it needs; `Core` of `engine/open-capabilities.ts` has all that there is.
 */
export { commandsPart as commands } from './command/commands-part.ts'
