import type { Diagnosis } from '../contract/diagnosis.ts'
import type { Correction } from './correction.ts'
import type { PastAttempt } from './failure.ts'

export interface Story {
  past: readonly PastAttempt[]
  /** The correction that led to the last program. */
  last: Correction | undefined
  stopped: string | undefined
}

/** The failures and the corrections in plain words; undefined when nothing failed. */
export function explain({ past, last, stopped }: Story): string | undefined {
  if (past.length === 0) return undefined
  const told = past.flatMap(({ diagnosis }, index) => {
    const next = past[index + 1]?.correction ?? (index === past.length - 1 && !stopped ? last : undefined)
    return [diagnosis && ended(placed(diagnosis)), next && changeOf(next)]
  })
  return [...told, stopped].filter(Boolean).join(' ')
}

const changeOf = ({ why, assumption }: Correction): string =>
  `I ${why}.${assumption ? ` This assumes that ${assumption}.` : ''}`
/** Ends a sentence; one that ends with a command to copy has no full stop of its own. */
const ended = (sentence: string): string => (/[.?!…]$/.test(sentence) ? sentence : `${sentence} .`)

const placed = ({ explanation, line }: Diagnosis): string =>
  line === undefined || /\bline \d/i.test(explanation) ? explanation : `Line ${line}: ${explanation}`
