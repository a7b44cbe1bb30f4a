import type { Executed, Execution } from './execution.ts'
import type { Stage } from './stage.ts'

/** A program that is run on trial, without events for the reader. */
export type Trial = Omit<Execution, 'block' | 'attempt'>

export type TryOut = (trial: Trial, signal: AbortSignal) => Promise<Executed>

/** The same sandbox and limits as an attempt, but never a network: a program that is tried five times must not order five times. */
export function createTryOut(execute: Stage<Execution, Executed>): TryOut {
  return ({ request, ...trial }, signal) => {
    const options = { ...request.options, network: { allow: [] } }
    const silent = { emit: () => '', signal, cause: '' }
    return execute({ ...trial, request: { ...request, options }, keeper: undefined, block: 0, attempt: 0 }, silent)
  }
}
