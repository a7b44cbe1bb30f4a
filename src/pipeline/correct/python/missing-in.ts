import type { Strategy } from '../strategy.ts'
import { best, insert, propose } from './edits.ts'
import { readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const missingIn: Strategy = {
  id: 'python/missing-in',
  languages: ['python'],
  title: 'Puts the `in` between the variable of a loop and what it goes over',
  answers: SYNTAX_ERRORS,
  prior: 0.93,
  propose: ({ code }) =>
    best(
      readProgram(code).statements.flatMap(({ tokens, first, line }) => {
        if (first.text !== 'for' || tokens.some(({ text }) => text === 'in')) return []
        // `for i, x enumerate(xs)`: names and commas take turns, and a value follows.
        const end = tokens.findIndex(
          (token, index) =>
            index > 1 && token.text !== ',' && tokens[index - 1]?.text !== ',' && token.kind !== 'keyword',
        )
        const [target, value] = [tokens[end - 1], tokens[end]]
        const begins = value && ['name', 'open', 'string', 'number'].includes(value.kind)
        if (target?.kind !== 'name' || !begins || target.end === value.start) return []
        return [propose(insert(target.end, ' in'), `put "in" into the loop on line ${line}`, 0.95)]
      }),
    ),
}
