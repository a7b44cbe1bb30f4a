/** Settings and events of capabilities, one line each. */
export { actionWords } from './action-words.ts'
export { approvalWords } from './approval-words.ts'
export { commandWords } from './command-words.ts'
export { mcpWords } from './mcp-words.ts'
export { packageWords } from './package-words.ts'
export { planWords } from './plan-words.ts'
export { retentionWords } from './retention-words.ts'
export { taskWords } from './task-words.ts'
