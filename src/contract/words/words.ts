/** Settings and events of capabilities, a line for each. */
export { commandWords } from './command-words.ts'
