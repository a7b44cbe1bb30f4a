import type { Token } from '../../../language/python/tokens.ts'
import type { Edit, Fault, Proposal } from '../strategy.ts'

export const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })

export const replace = ({ start, end }: Pick<Token, 'start' | 'end'>, text: string): Edit => ({ start, end, text })

export const remove = (range: Pick<Token, 'start' | 'end'>): Edit => replace(range, '')

/** Puts `before` and `after` around a range. */
export const wrap = (range: Pick<Token, 'start' | 'end'>, before: string, after: string): Edit[] => [
  insert(range.start, before),
  insert(range.end, after),
]

export const propose = (edits: Edit | Edit[], why: string, sureness: number): Proposal => ({
  edits: Array.isArray(edits) ? edits : [edits],
  why,
  sureness,
})

/** The same proposal, marked as bold: it takes this for granted. */
export const assuming = (assumption: string, proposal: Proposal): Proposal => ({ ...proposal, assumption })

const MOST = 8

/** The surest first, and not too many: each may cost a run. */
export const best = (proposals: Proposal[]): Proposal[] =>
  proposals
    .filter(({ edits }) => edits.length > 0)
    .sort((a, b) => b.sureness - a.sureness)
    .slice(0, MOST)

/** The match of the error's message, or undefined when it does not fit. */
export const messageOf = ({ diagnosis }: Fault, pattern: RegExp): RegExpExecArray | undefined =>
  pattern.exec(diagnosis.message) ?? undefined
