import type { Strategy } from '../strategy.ts'
import { best, propose } from './edits.ts'
import { addImport } from './import-place.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { wantedName } from './wanted-name.ts'

/** A name that stands in annotations only is read by people and checkers; the program runs without it. */
export const unreadAnnotation: Strategy = {
  id: 'python/unread-annotation',
  languages: ['python'],
  title: 'Leaves annotations unread where a name that stands only in them is not defined',
  answers: ['NameError'],
  prior: 0.8,
  propose(fault) {
    const name = wantedName(fault)
    const program = readProgram(fault.code)
    if (name === undefined || !isOnlyAnnotated(program, name)) return []
    const line = 'from __future__ import annotations'
    return best([
      propose(addImport(program, line), `left the annotations unread, in which alone "${name}" stands`, 0.8),
    ])
  },
}

function isOnlyAnnotated({ statements, names }: Program, name: string): boolean {
  const annotated = statements.reduce((sum, each) => sum + annotationsOf(each, name), 0)
  return annotated > 0 && annotated === names.filter(({ text }) => text === name).length
}

/** How often the name stands in annotations of parameters and the result of a function. */
function annotationsOf({ tokens }: Statement, name: string): number {
  if (!['def', 'async'].includes(tokens[0]?.text ?? '')) return 0
  let depth = 0
  let isAnnotation = false
  let count = 0
  for (const { text } of tokens) {
    if (/^[([{]$/.test(text)) depth++
    else if (/^[)\]}]$/.test(text)) depth--
    else if (text === '->' || (text === ':' && depth === 1)) isAnnotation = true
    else if (depth === 1 && (text === ',' || text === '=')) isAnnotation = false
    else if (isAnnotation && text === name) count++
    if (depth === 0 && text === ')') isAnnotation = false
  }
  return count
}
