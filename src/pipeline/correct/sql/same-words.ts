import type { Proposal, Strategy } from '../strategy.ts'
import { linkName } from './link-name.ts'
import { linkStatement } from './link-statement.ts'
import { unknownName } from './name-faults.ts'
import { statementsOf } from './read-sql.ts'
import { readFault, SQL_LANGUAGES } from './sql-fault.ts'
import { schemaOf } from './sql-schema.ts'

/** Apart from `sql/link-schema`, which guesses: here is nothing to guess, so that the change is far likelier to be right. */
export const sameWords: Strategy = {
  id: 'sql/same-words',
  languages: SQL_LANGUAGES,
  title:
    'Finds the only table or column with the words of an unknown name in another number or style, such as `song` for `songs`',
  answers: ['SqlError'],
  prior: 0.9,
  propose(given) {
    const fault = readFault(given)
    const unknown = fault && unknownName(fault.message)
    if (!fault || !unknown || fault.statement.tokens[0]?.value === 'CREATE') return []
    const found = linkName(fault, unknown, schemaOf(statementsOf(fault.tokens), fault.tables)).filter(hasSameWords)
    return [...linkStatement(fault, found, hasSameWords), ...found]
  },
}

/** Of several tables or columns with the same words, none is this sure. */
const hasSameWords = ({ sureness }: Proposal): boolean => sureness >= 0.95
