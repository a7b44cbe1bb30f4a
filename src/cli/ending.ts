import type { ExecutionEnd } from '../contract/run.ts'
import { durationText } from './text/time-text.ts'

export interface Ending {
  /** The reason for the end of the program, in few words. */
  what: string
  /** The advice about it; empty when there is none. */
  hint: string
}

type Ended = Pick<ExecutionEnd, 'endedBy' | 'exitCode' | 'signal' | 'durationMs'>

/** Undefined when the program ended by itself and successfully. */
export function endingOf(end: Ended): Ending | undefined {
  if (end.endedBy === 'exit' && end.exitCode === 0) return undefined
  const after = `after ${durationText(end.durationMs)}`
  switch (end.endedBy) {
    case 'exit':
      return {
        what: end.exitCode === null ? `ended by ${end.signal ?? 'a signal'}` : `exit code ${end.exitCode}`,
        hint: '',
      }
    case 'timeout':
      return { what: `timeout ${after}`, hint: 'Give it longer with --timeout SECONDS, or look for what never ends.' }
    case 'memory':
      return { what: `out of memory ${after}`, hint: 'Allow it more with --memory MB.' }
    case 'cpu':
      return { what: `out of processor time ${after}`, hint: 'Look for work that is done more often than needed.' }
    case 'output':
      return { what: `too much output ${after}`, hint: 'Print less; the most is set by ANNEAL_OUTPUT_BYTES.' }
    case 'processes':
      return { what: `too many processes ${after}`, hint: 'Start fewer; the most is set by ANNEAL_PROCESSES.' }
    case 'disk':
      return { what: `workspace full ${after}`, hint: 'Write less; its size is set by ANNEAL_DISK_MB.' }
    case 'cancelled':
      return { what: `cancelled ${after}`, hint: '' }
    case 'killed':
      return { what: `killed by ${end.signal ?? 'a signal'} ${after}`, hint: '' }
  }
}
