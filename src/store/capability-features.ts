/** Tables of capabilities, one line each; they may refer to tables of the core, and not to each other. */
export { commandFeature } from './command/command-feature.ts'
export { retentionFeature } from './retention/retention-feature.ts'
