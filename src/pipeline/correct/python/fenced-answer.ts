import type { Edit, Strategy } from '../strategy.ts'
import { propose } from './edits.ts'
import { fencedLines, isBlank } from './fenced-program.ts'
import { commented } from './leftovers.ts'
import { readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

/** An answer, not a program: the text around its fences is none of the program, whatever it looks like. */
export const fencedAnswer: Strategy = {
  id: 'python/fenced-answer',
  languages: ['python'],
  title: 'Keeps the code between the fences of an answer, and makes comments of its text',
  answers: SYNTAX_ERRORS,
  prior: 0.97,
  propose({ code }) {
    const parts = fencedLines(code)
    if (!parts?.includes('text')) return []
    const { lines } = readProgram(code)
    const filled = lines.flatMap((line, at) => (isBlank(line) ? [] : [{ line, isKept: parts[at] === 'code' }]))
    const depth = Math.min(...filled.filter(({ isKept }) => isKept).map(({ line }) => line.indent.length))
    const edits = filled.flatMap(({ line, isKept }): Edit[] => {
      if (!isKept) return commented([line])
      return depth > 0 ? [{ start: line.start, end: line.start + depth, text: '' }] : []
    })
    return [propose(edits, 'kept the code between the fences, and made comments of the text around', 0.99)]
  },
}
