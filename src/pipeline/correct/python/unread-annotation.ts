import type { Strategy } from '../strategy.ts'
import { isOnlyAnnotated } from './annotated-names.ts'
import { best, propose } from './edits.ts'
import { addImport } from './import-place.ts'
import { readProgram } from './program.ts'
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
