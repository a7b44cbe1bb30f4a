import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { readSource, type Source } from './read-source.ts'

const LANGUAGES = ['javascript', 'typescript'] as const
const MOST_PROPOSALS = 12

interface Rule {
  id: string
  title: string
  prior: number
  bold?: string
  propose(source: Source, fault: Fault): Proposal[]
}

/** Repairs code that cannot be parsed. Code behind the line with the problem cannot be its cause. */
export const onSyntax = (rule: Rule): Strategy => ({
  ...strategyOf({ ...rule, answers: ['SyntaxError'] }),
  propose: (fault) => {
    const source = readSource(fault.code)
    const { line, message } = fault.diagnosis
    // The parser reports an unclosed construct at its beginning, so the cause may be anywhere.
    const isAnywhere = line === undefined || /unterminated|unclosed|end of (?:input|file)|<eof>/i.test(message)
    const last = isAnywhere ? fault.code.length : (source.lineStarts[line] ?? fault.code.length)
    return best(rule.propose(source, fault).filter(({ edits }) => edits.some(({ start }) => start <= last)))
  },
})

/** Repairs code that failed when it ran. */
export const onError = (rule: Rule & { answers: readonly string[]; languages?: readonly string[] }): Strategy => ({
  ...strategyOf(rule),
  propose: (fault) => best(rule.propose(readSource(fault.code), fault)),
})

const strategyOf = ({
  id,
  title,
  prior,
  answers,
  bold,
  languages = LANGUAGES,
}: Omit<Strategy, 'propose' | 'languages'> & { languages?: readonly string[] }) => ({
  id,
  title,
  prior,
  answers,
  languages,
  ...(bold && { bold }),
})

const best = (proposals: Proposal[]): Proposal[] =>
  proposals.toSorted((one, other) => other.sureness - one.sureness).slice(0, MOST_PROPOSALS)
