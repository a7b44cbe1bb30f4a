import type { Edit, Strategy } from '../strategy.ts'
import { best, propose } from './edits.ts'
import { foreignBlocks } from './foreign-blocks.ts'
import { foreignComments } from './foreign-comments.ts'
import { foreignDeclarations } from './foreign-declarations.ts'
import { foreignOperators } from './foreign-operators.ts'
import { type Program, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const foreignSyntax: Strategy = {
  id: 'python/foreign-syntax',
  languages: ['python'],
  title: 'Writes the operators, comments, declarations and blocks of other languages as Python does',
  answers: SYNTAX_ERRORS,
  prior: 0.95,
  propose({ code }) {
    const program = readProgram(code)
    const each = FORMS.map(([what, find]) => propose(apart(find(program)), `wrote ${what} as Python does`, 0.9))
    const found = each.filter(({ edits }) => edits.length > 0)
    const all = propose(
      apart(found.flatMap(({ edits }) => edits)),
      'wrote forms of another language as Python does',
      0.96,
    )
    return best(found.length > 1 ? [all, ...found] : found)
  },
}

const FORMS: [what: string, find: (program: Program) => Edit[]][] = [
  ['comments', foreignComments],
  ['operators', foreignOperators],
  ['declarations', foreignDeclarations],
  ['blocks', foreignBlocks],
]

/** Edits in order, and of overlapping ones the first. */
function apart(edits: Edit[]): Edit[] {
  const kept: Edit[] = []
  for (const edit of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1)
    if (!last || edit.start >= last.end) kept.push(edit)
  }
  return kept
}
