import type { Strategy } from '../strategy.ts'
import { propose } from './edits.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'
import { unfinishedEnd } from './unfinished-end.ts'

export const truncatedEnd: Strategy = {
  id: 'python/truncated-end',
  languages: ['python'],
  title: 'Leaves out the last statement of a program that was cut off in the middle of it',
  answers: SYNTAX_ERRORS,
  prior: 0.5,
  propose({ code }) {
    const start = unfinishedEnd(code)
    if (start === undefined) return []
    return [
      propose(
        { start, end: code.length, text: '' },
        'left out the last statement, in which the program was cut off',
        0.6,
      ),
    ]
  },
}
