/** Settings and events of capabilities, one line each. */
export { commandWords } from './command-words.ts'
export { retentionWords } from './retention-words.ts'
