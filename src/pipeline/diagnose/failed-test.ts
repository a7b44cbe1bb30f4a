import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { TestEnd } from '../../contract/run.ts'

/** The diagnosis of a program that ends well and fails a test. Rules cannot repair it; a model may. */
export function diagnoseFailedTest({ name, detail = 'it failed' }: TestEnd, language: string): Diagnosis {
  return {
    type: 'TestFailed',
    message: `${name}: ${detail}`,
    category: 'logic',
    severity: 'medium',
    recoverable: true,
    pattern: 'any/test-failed',
    fingerprint: `${language}:TestFailed`,
    explanation: `The program runs, but ${name} does not pass: ${detail}.`,
  }
}
