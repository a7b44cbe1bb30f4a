import type { Strategy } from '../strategy.ts'
import { withinLength } from '../within-length.ts'
import { aggregate } from './aggregate.ts'
import { aliasWords } from './alias-words.ts'
import { alterTable } from './alter-table.ts'
import { ambiguousColumn, joinedColumn } from './ambiguous-column.ts'
import { clauseOrder } from './clause-order.ts'
import { cleanText } from './clean-text.ts'
import { closeQuote } from './close-quote.ts'
import { comma } from './comma.ts'
import { dialect } from './dialect.ts'
import { inList } from './in-list.ts'
import { insertShape } from './insert-shape.ts'
import { linkSchema } from './link-schema.ts'
import { lostWord } from './lost-word.ts'
import { misspeltKeyword } from './misspelt-keyword.ts'
import { misspeltName } from './misspelt-name.ts'
import { operator } from './operator.ts'
import { parenthesis } from './parenthesis.ts'
import { quotedColumn } from './quoted-column.ts'
import { quotedText } from './quoted-text.ts'
import { reservedName } from './reserved-name.ts'
import { roundArgument } from './round-argument.ts'
import { sameWords } from './same-words.ts'
import { schemaPrefix } from './schema-prefix.ts'
import { semicolon } from './semicolon.ts'
import { strayWord } from './stray-word.ts'
import { twoWordAlias } from './two-word-alias.ts'

export const sqlStrategies: readonly Strategy[] = withinLength([
  aggregate,
  aliasWords,
  alterTable,
  ambiguousColumn,
  clauseOrder,
  cleanText,
  closeQuote,
  comma,
  dialect,
  inList,
  insertShape,
  joinedColumn,
  linkSchema,
  lostWord,
  misspeltKeyword,
  misspeltName,
  operator,
  parenthesis,
  quotedColumn,
  quotedText,
  reservedName,
  roundArgument,
  sameWords,
  schemaPrefix,
  semicolon,
  twoWordAlias,
  strayWord,
])
