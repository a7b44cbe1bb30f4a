import { type Mutation, mutationsAt } from '../../../../language/javascript/mutations.ts'
import { endOf, lineOf, type Node, readSyntax, startOf } from '../../../../language/javascript/syntax-node.ts'
import { type Visit, walk } from '../../../../language/javascript/walk.ts'
import { createNamesAt } from './names-at.ts'
import { otherForms } from './other-forms.ts'

/** A small change of a program, as text in place of other text. */
export interface ValueChange {
  edit: [start: number, end: number, text: string]
  line: number
  why: string
  kind: string
  /** How likely such a change is, compared with others. */
  weight: number
}

const MOST_CHANGES = 4000
const MOST_SHOWN = 50

/** All small changes in the functions of a program that may be its repair; undefined when it cannot be searched. */
export function valueChanges(code: string): ValueChange[] | undefined {
  const program = readSyntax(code, false)
  // A module runs by itself, and not as often as a search wants it to.
  if (!program || program.sourceType === 'module') return undefined
  const found = new Map<string, ValueChange>()
  const namesAt = createNamesAt(program)
  const add = (node: Node, { start, end, text, change }: Mutation, kind: string, weight: number) => {
    const before = code.slice(start, end)
    if (before === text || found.size >= MOST_CHANGES) return
    const line = lineOf(node)
    const why = `wrote ${change ?? `${shown(text)} for ${shown(before)}`} on line ${line}`
    const key = `${start} ${end} ${text}`
    if ((found.get(key)?.weight ?? 0) < weight) found.set(key, { edit: [start, end, text], line, why, kind, weight })
  }
  walk(program, (visit) => {
    const { node } = visit
    if (node.type.startsWith('TS') && !('expression' in node)) return 'skip'
    if (!visit.isInFunction) return undefined
    for (const mutation of mutationsAt(visit, code)) add(node, mutation, 'operator', weightOf(visit, mutation))
    for (const { text, kind, weight } of otherForms(visit, { code, names: namesAt(node) })) {
      add(node, { start: startOf(node), end: endOf(node), text }, kind, weight)
    }
    return undefined
  })
  return [...found.values()]
}

/** A mutation undone is as likely as a mutation; a value that is lost is hardly what tests want. */
function weightOf({ node }: Visit, { text }: Mutation): number {
  const isEmptied =
    text === 'undefined' || text === '``' || text === "''" || text === ';' || text === '{}' || text === '[]'
  return isEmptied || node.type === 'StringLiteral' ? 0.1 : 1
}

const shown = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ')
  return `\`${flat.length > MOST_SHOWN ? `${flat.slice(0, MOST_SHOWN)}…` : flat}\``
}
