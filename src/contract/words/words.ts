/** Settings and events of capabilities, one line each. */
export { commandWords } from './command-words.ts'
export { packageWords } from './package-words.ts'
export { retentionWords } from './retention-words.ts'
