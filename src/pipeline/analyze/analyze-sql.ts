import { DIALECTS, SQLITE } from '../../language/sql/inside/dialect.ts'
import type { Token } from '../../language/sql/inside/read-tokens.ts'
import { type Statement, splitStatements } from '../../language/sql/inside/split-statements.ts'
import { MOST_SOURCE } from '../../language/tree/grow-tree.ts'
import { estimateSql } from './estimate/estimate-sql.ts'
import type { CodeReading, LanguageAnalysis } from './language-analysis.ts'
import { measureSql } from './measure/measure-sql.ts'
import { readLines, type Span } from './measure/read-lines.ts'
import { remarkFinders } from './remark-finders.ts'

export const analyzeSql: LanguageAnalysis = { languages: Object.keys(DIALECTS), read }

function read(whole: string, language: string): CodeReading {
  const source = whole.slice(0, MOST_SOURCE)
  const statements = splitStatements(source, DIALECTS[language] ?? SQLITE)
  const lines = readLines(source, commentsBetween(statements, source.length))
  return {
    partial: source.length < whole.length || !isWhole(statements.at(-1)),
    ...measureSql(statements, lines),
    functions: [],
    remarks: remarkFinders.sql.flatMap((find) => find({ statements, source, language })),
    imports: [],
    estimate: estimateSql(statements, lines.lineAt),
  }
}

/** Tokens leave out comments: a gap between tokens that is not only space is a comment. */
function commentsBetween(statements: readonly Statement[], end: number): Span[] {
  const gaps: Span[] = []
  let at = 0
  for (const { tokens } of statements) {
    for (const { start, text } of tokens) {
      if (start > at) gaps.push({ start: at, end: start })
      at = start + text.length
    }
  }
  return at < end ? [...gaps, { start: at, end }] : gaps
}

/** True unless the last statement stops in the middle of a text or a bracket. */
function isWhole(last: Statement | undefined): boolean {
  const tokens = last?.tokens ?? []
  const depth = tokens.reduce((open, { text }) => open + (text === '(' ? 1 : text === ')' ? -1 : 0), 0)
  return depth === 0 && !isOpenText(tokens.at(-1))
}

const isOpenText = (token: Token | undefined): boolean =>
  token?.kind === 'quoted' &&
  (token.text.length === 1 || (/^['"`]/.test(token.text) && token.text.at(-1) !== token.text[0]))
