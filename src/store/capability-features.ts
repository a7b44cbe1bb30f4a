/** Tables of capabilities, a line for each; they may refer to those of the core, and not to each other. */
export { commandFeature } from './command/command-feature.ts'
