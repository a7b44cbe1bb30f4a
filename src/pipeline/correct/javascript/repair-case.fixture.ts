import type { Diagnosis } from '../../../contract/diagnosis.ts'
import type { Fault } from '../strategy.ts'

/** The expected repair of a broken program by one strategy; null when it must propose nothing. */
export interface RepairCase {
  strategy: string
  broken: string
  repaired: string | null
  /** `Type: message`, as the interpreter prints it. */
  error: string
  /** Place of the failure, from 1; without it, the problem is at the end. */
  line?: number
  column?: number
}

type Row = [broken: string, repaired: string | null, error?: string, line?: number, column?: number]

/** Rows of one strategy; a row without an error is a syntax error. */
export const casesOf = (strategy: string, rows: Row[]): RepairCase[] =>
  rows.map(([broken, repaired, error = 'SyntaxError: Unexpected token', line, column]) => ({
    strategy: `javascript/${strategy}`,
    broken,
    repaired,
    error,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  }))

export function faultOf({ broken, error, line, column }: Omit<RepairCase, 'strategy' | 'repaired'>): Fault {
  const [, type = 'Error', message = ''] = /^(\w+): (.*)$/.exec(error) ?? []
  const diagnosis: Diagnosis = {
    type,
    message,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    category: 'syntax',
    severity: 'high',
    recoverable: true,
    pattern: 'test',
    fingerprint: 'test',
    explanation: '',
  }
  return { code: broken, language: 'javascript', diagnosis, facts: {} }
}
