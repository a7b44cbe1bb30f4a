import type { Diagnosis } from '../contract/diagnosis.ts'

/** A failure that can be repaired, a different one for each message. */
export const diagnosisOf = (message: string, over: Partial<Diagnosis> = {}): Diagnosis => ({
  type: 'NameError',
  message,
  line: 1,
  category: 'runtime',
  severity: 'medium',
  recoverable: true,
  pattern: 'python/name-error',
  fingerprint: `python:NameError:${message}`,
  explanation: `It failed with ${message}.`,
  ...over,
})
