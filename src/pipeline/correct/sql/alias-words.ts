import { proposalOf } from '../proposal-of.ts'
import type { Edit, Strategy } from '../strategy.ts'
import { nameOf, readFault } from './sql-fault.ts'

/** A name with blanks that the query gives a column is one name only in quotes. */
export const aliasWords: Strategy = {
  id: 'sql/alias-words',
  languages: ['sql', 'duckdb', 'postgres'],
  title: 'Quotes a name of several words that the query gave a column',
  answers: ['SyntaxError', 'SqlError'],
  prior: 0.93,
  propose(given) {
    const fault = readFault(given)
    const tokens = fault?.statement.tokens ?? []
    const aliases = tokens.flatMap((token, index) => {
      const name = tokens[index - 1]?.value === 'AS' ? aliasOf(token.text) : undefined
      return name === undefined ? [] : [name.toLowerCase().split(/\s+/)]
    })
    const edits = tokens.flatMap((token, index): Edit[] => {
      const words = aliases.slice(0, MOST).find((alias) =>
        alias.every((word, at) => {
          const here = tokens[index + at]
          return here?.kind === 'word' && nameOf(here).toLowerCase() === word
        }),
      )
      const last = tokens[index + (words?.length ?? 0) - 1]
      return words && last ? [{ start: token.start, end: last.end, text: `"${words.join(' ')}"` }] : []
    })
    return proposalOf(edits, 'quoted a name of several words', 0.95)
  },
}

const MOST = 20

/** The words between quotes, when they are several. */
const aliasOf = (text: string): string | undefined => /^(["'`[])(\w+(?: \w+)+)["'`\]]$/.exec(text)?.[2]
