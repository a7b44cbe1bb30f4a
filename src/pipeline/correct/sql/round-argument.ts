import type { Strategy } from '../strategy.ts'
import { callsIn } from './sql-calls.ts'
import { readFault } from './sql-fault.ts'

/** PostgreSQL rounds floating point numbers only to whole ones; only exact numbers can be rounded to digits. */
export const roundArgument: Strategy = {
  id: 'sql/round-argument',
  languages: ['postgres'],
  title: 'Makes an exact number of what is rounded to a number of digits',
  answers: ['SqlError'],
  prior: 0.95,
  propose(given) {
    const fault = readFault(given)
    if (!fault || !/function round\((?:double precision|real), integer\) does not exist/.test(fault.message)) return []
    const edits = callsIn(fault.statement.tokens).flatMap(({ name, args }) => {
      const [first, second] = args
      const [start, end] = [first?.[0]?.start, first?.at(-1)?.end]
      if (name !== 'ROUND' || !second || start === undefined || end === undefined) return []
      return [
        { start, end: start, text: 'CAST(' },
        { start: end, end, text: ' AS NUMERIC)' },
      ]
    })
    return edits.length > 0 ? [{ edits, why: 'made an exact number of what is rounded', sureness: 0.95 }] : []
  },
}
