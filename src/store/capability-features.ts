/** Tables of capabilities, one line each; they may refer to tables of the core, and not to each other. */
export { actionFeature } from './action/action-feature.ts'
export { approvalFeature } from './approval/approval-feature.ts'
export { chatFeature } from './chat/chat-feature.ts'
export { commandFeature } from './command/command-feature.ts'
export { learningFeature } from './learning/learning-feature.ts'
export { planFeature } from './plan/plan-feature.ts'
export { retentionFeature } from './retention/retention-feature.ts'
export { taskFeature } from './task/task-feature.ts'
