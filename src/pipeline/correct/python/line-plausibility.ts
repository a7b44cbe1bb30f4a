import { BUILTINS, EXCEPTIONS } from '../../../language/python/builtins.ts'
import { KEYWORDS } from '../../../language/python/keywords.ts'
import { type Token, tokenize } from '../../../language/python/tokens.ts'
import { findAdjacent } from './adjacency.ts'
import { openBefore } from './brackets.ts'
import { definitionsOf } from './definitions.ts'
import { type Line, type Program, widthOf } from './program.ts'

export interface LineContext {
  program: Program
  line: Line
}

/** From 0 to 1: how much a line looks as if it was meant so. */
export function plausibilityOf(text: string, context: LineContext): number {
  const tokens = tokenize(text).filter(({ kind }) => kind !== 'comment' && kind !== 'newline')
  if (tokens.some(({ string }) => string && !string.isClosed)) return 0
  const worse =
    0.3 * findAdjacent(tokens).length +
    0.3 * tokens.filter(({ kind }) => kind === 'stray').length +
    0.25 * imbalanceOf(tokens, context) +
    0.2 * danglingOperators(tokens) +
    0.12 * unknownNames(tokens, context) +
    strangeTexts(tokens, text, context)
  return Math.max(0, 0.95 - worse)
}

/** Counts operators with nothing behind them, such as `(a:, b)`, and colons where none can be. */
function danglingOperators(tokens: Token[]): number {
  const open = openBefore(tokens)
  const mayHaveColon = tokens.some(({ text }) => text === 'lambda' || text === 'def')
  return tokens.filter(({ kind, text }, index) => {
    const next = tokens[index + 1]
    if (kind !== 'operator' || !next) return false
    if (text === ':' && open[index]?.token.text === '(' && !mayHaveColon) return true
    if (next.text === '.' || (text === ',' && next.text === ':')) return true
    if (text === ',' || (text === ':' && next.text === ']')) return next.text === ','
    return next.kind === 'close' ? text !== '...' && text !== '*' : next.text === ',' || next.text === ';'
  }).length
}

/** Counts brackets that the line leaves open or closes without need, unless the next line continues it. */
function imbalanceOf(tokens: Token[], { program, line }: LineContext): number {
  let open = 0
  let unmatched = 0
  for (const { kind } of tokens) {
    if (kind === 'open') open++
    else if (kind === 'close' && open > 0) open--
    else if (kind === 'close') unmatched++
  }
  const isInside = openAt(program, line) > 0
  const next = program.lines.slice(line.number).find(({ tokens }) => tokens.length > 0)
  const goesOn = next !== undefined && widthOf(next.indent) > widthOf(line.indent)
  return Math.max(0, unmatched - (isInside ? 1 : 0)) + Math.max(0, open - (goesOn ? 1 : 0))
}

/** The number of open brackets where a line starts; an unclosed text hides only the rest of its own line. */
function openAt({ statements }: Program, { number }: Line): number {
  const statement = statements.find(({ line, lastLine }) => line <= number && number <= lastLine)
  let depth = 0
  for (const token of statement?.tokens ?? []) {
    if (token.line >= number) break
    depth += token.kind === 'open' ? 1 : token.kind === 'close' ? -1 : 0
  }
  return depth
}

/** Counts unknown names outside of texts: they are rather words of a text. */
function unknownNames(tokens: Token[], { program }: LineContext): number {
  const defined = new Set(definitionsOf(program).map(({ name }) => name))
  return tokens.filter(({ kind, text }, index) => {
    if (kind !== 'name' || defined.has(text) || BUILTINS.has(text) || EXCEPTIONS.has(text)) return false
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    return before?.text !== '.' && after?.text !== '=' && before?.kind !== 'keyword' && after?.text !== '.'
  }).length
}

/** Rates texts that hold code, or stand oddly beside code. */
function strangeTexts(tokens: Token[], line: string, { program }: LineContext): number {
  const variables = new Set(definitionsOf(program).map(({ name }) => name))
  let worse = 0
  tokens.forEach((token, index) => {
    if (!token.string) return
    const content = token.text.slice(token.string.prefix.length + token.string.quote.length, -token.string.quote.length)
    worse += strangeContent(content, variables) + strangePlace(token, { tokens, index, line })
    if (index > 0 && /^\s*[,:)\]}]/.test(content)) worse += 0.05
  })
  return worse
}

/** A longer text more likely swallowed code. */
function strangeContent(content: string, variables: Set<string>): number {
  let worse = content === '' ? 0.04 : content.length / 4000
  if (/^["']|["']$/.test(content)) worse += 0.1
  if (/\\["']/.test(content) && !/\p{L}\\["']\p{L}/u.test(content)) worse += 0.08
  if (/["'], *["']/.test(content)) worse += 0.1
  if (/^ +[^ ]/.test(content)) worse += 0.02
  if (/ (?:=|==|!=|<=|>=|\+=) |[\p{L}_]=[\p{L}_"']/u.test(content)) worse += 0.06
  if (/["'] *[+%] /.test(content) || /\.(?:format|join|split|strip|upper|lower)\(|: *\d+[,}]/.test(content))
    worse += 0.06
  const listed = /, ?([\p{L}_][\p{L}\p{N}_]*)(?:\)|, .*)?$/u.exec(content)?.[1]
  if (listed !== undefined && (variables.has(listed) || ['None', 'True', 'False'].includes(listed))) worse += 0.06
  return worse
}

/** Space in an unusual place, or none in a usual one. */
function strangePlace(token: Token, { tokens, index, line }: { tokens: Token[]; index: number; line: string }): number {
  const before = line.slice(0, token.start)
  const after = line.slice(token.end)
  let worse = tokens[index + 1]?.kind === 'string' ? 0.12 : 0
  if (after.trim() === '' && /,["']$/.test(token.text)) worse += 0.08
  if (/^ +[,):\].]/.test(after)) worse += 0.05
  if (/^ {2,}\S/.test(after) && !/^ +#/.test(after)) worse += 0.03
  if (/^(?:[-+*%/]|==|[\p{L}])/u.test(after)) worse += 0.04
  if (/ [-+*/]?=$/.test(before)) worse += 0.05
  if (before.trim() === '' && after.trim() !== '') worse += 0.05
  if (/[,\-+*/%]$/.test(before)) worse += 0.04
  if (/[\p{L}\p{N}]$/u.test(before)) worse += KEYWORDS.has(tokens[index - 1]?.text ?? '') ? 0.05 : 0.2
  return worse
}
