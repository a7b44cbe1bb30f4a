import type { Diagnosis } from '../../../contract/diagnosis.ts'
import type { Facts } from '../../../language/language.ts'
import { applyEdits } from '../../apply-edits.ts'
import type { Fault, Strategy } from '../strategy.ts'

/** An interpreter's report: the type, the message and the line. */
export type Told = [type: string, message: string, line: number, column?: number]

export function faultOf(code: string, [type, message, line, column]: Told, facts: Partial<Facts> = {}): Fault {
  const diagnosis: Diagnosis = {
    ...{ type, message, line, ...(column && { column }) },
    ...{ category: 'runtime', severity: 'medium', recoverable: true },
    ...{ pattern: 'test', fingerprint: 'test', explanation: 'A test.' },
  }
  return { code, language: 'python', diagnosis, facts }
}

/** Every program that the strategy proposes, the best first. */
export const repairsBy = (strategy: Strategy, fault: Fault): string[] =>
  strategy.propose(fault).flatMap(({ edits }) => applyEdits(fault.code, edits) ?? [])

/** The code after the strategy's first proposal; undefined when there is none. */
export const repairBy = (strategy: Strategy, fault: Fault): string | undefined => repairsBy(strategy, fault)[0]

/** The first proposal for a program that does not parse. */
export const parsedBy = (strategy: Strategy, code: string, line = 1): string | undefined =>
  repairBy(strategy, faultOf(code, ['SyntaxError', 'invalid syntax', line]))
