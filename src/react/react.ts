/** Public entry `anneal/react`: the state of a run as one line, for pages that use React. */
export { IDLE, type Reflection, type ReflectionStage, reflectionAfter } from './reflection.ts'
export { ReflectionIndicator, type ReflectionIndicatorProps } from './reflection-indicator.ts'
export { useReflectionOf } from './use-reflection-of.ts'
export { type ReflectionControl, useReflectionState } from './use-reflection-state.ts'
export type { ReflectionEvents } from './watch-reflection.ts'
