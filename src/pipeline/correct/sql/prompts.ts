import type { Edit, Proposal } from '../strategy.ts'

/** Stand before a statement: numbers of a list, labels of agents, prompts of shells. */
const BEFORE = [
  /(?:\d+[.)]|[-*])[ \t]+(?=(?:SELECT|WITH|INSERT|UPDATE|DELETE|CREATE)\b)/,
  /(?:Action(?: Input)?|(?:Final )?Answer|SQL(?: ?Query)?|Query|Output)(?: \d+)?:[ \t]+(?=(?:SELECT|WITH|INSERT|UPDATE|DELETE|CREATE)\b)/,
  /(?:sqlite|mysql)> ?|postgres[=-][#>] ?|\w+=[#>] | {3}\.\.\.> ?| {4}-> ?/,
]
/** Whole lines: what an agent thinks, and the end of a batch of SQL Server. */
const LINES = [/(?:Thought|Action|Question)(?: \d+)?:[^\n;]*\n/, /GO[ \t]*;?[ \t]*$/]
const ANY = new RegExp(`^(?:${[...BEFORE, ...LINES].map(({ source }) => source).join('|')})`, 'gim')

export function prompts(code: string): Proposal[] {
  const edits = [...code.matchAll(ANY)].map(({ index, 0: text }): Edit => {
    const isEnd = /^GO/i.test(text) && !/(?:^|;)\s*$/.test(code.slice(0, index))
    return { start: index, end: index + text.length, text: isEnd ? ';' : '' }
  })
  return edits.length > 0
    ? [{ edits, why: 'took away prompts and labels, which are no statements', sureness: 0.95 }]
    : []
}
