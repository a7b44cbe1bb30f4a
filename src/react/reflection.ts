import type { EngineEvent } from '../contract/event.ts'

/** The step of the loop that is under way; any text where a program sets it by hand. */
export type ReflectionStage = string

/** The state of a run in four words, as a person wants to see it. */
export interface Reflection {
  state: 'idle' | 'thinking' | 'auto_correcting' | 'executing'
  /** The attempt under way, from 1; 0 before the first. */
  attempt: number
  /** Attempts at most. */
  of: number
  /** From 0 to 1 where it is known. */
  progress: number | null
  stage: ReflectionStage | null
}

const ATTEMPTS = 3

export const IDLE: Reflection = { state: 'idle', attempt: 0, of: ATTEMPTS, progress: null, stage: null }

const CORRECTING: readonly string[] = ['diagnose', 'correct']

/** The state after one more event of a run; events that say nothing about it give the same object. */
export function reflectionAfter(before: Reflection, event: EngineEvent): Reflection {
  switch (event.type) {
    case 'run.start':
      return { ...IDLE, state: 'thinking', stage: 'start' }
    case 'stage.start':
      return stageBegun(before, event.stage)
    case 'attempt.start':
      return { ...before, state: 'executing', stage: 'execute', attempt: event.attempt, progress: null }
    case 'run.end':
      return IDLE
    default:
      return before
  }
}

function stageBegun(before: Reflection, stage: string): Reflection {
  if (stage === 'execute') return { ...before, state: 'executing', stage, progress: null }
  if (!CORRECTING.includes(stage)) return { ...before, state: 'thinking', stage, progress: null }
  return { ...before, state: 'auto_correcting', stage, attempt: Math.max(1, before.attempt), progress: null }
}
