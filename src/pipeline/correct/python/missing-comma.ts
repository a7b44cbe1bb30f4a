import type { Proposal, Strategy } from '../strategy.ts'
import { areAdjacent, endsOperand, findAdjacent } from './adjacency.ts'
import { openBefore } from './brackets.ts'
import { best, insert, propose, replace } from './edits.ts'
import { readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'
import type { Token } from './tokens.ts'

export const missingComma: Strategy = {
  id: 'python/missing-comma',
  languages: ['python'],
  title: 'Puts a comma, a colon or an operator between two values that stand side by side',
  answers: SYNTAX_ERRORS,
  prior: 0.85,
  propose({ code, diagnosis }) {
    const { statements } = readProgram(code)
    const proposals = statements.flatMap((statement) => {
      const { line = 0 } = diagnosis
      const isNear = statement.line <= line + 1 && line - 1 <= statement.lastLine
      return between(statement).map((each) => ({ ...each, sureness: each.sureness * (isNear ? 1 : 0.85) }))
    })
    return best(proposals)
  },
}

function between(statement: Statement): Proposal[] {
  const { tokens } = statement
  const open = openBefore(tokens)
  return [...findAdjacent(tokens), ...openedLines(tokens)].flatMap((index) => {
    const [left, right] = [tokens[index - 1], tokens[index]]
    const bracket = open[index]
    if (!left || !right) return []
    if (!bracket) return bare(statement, index)
    const isDictionary = bracket.token.text === '{' && isKey(tokens, { index, from: bracket.index, open })
    const put = (text: string, what: string, sureness: number) =>
      propose(insert(left.end, text), `put ${what} behind "${short(left.text)}" on line ${left.line}`, sureness)
    if (isDictionary) return [put(':', 'a colon', 0.93), put(',', 'a comma', 0.5)]
    return [put(',', 'a comma', 0.92), ...operators(left, right)]
  })
}

/** Items of a list that start with a bracket on a line of their own. */
function openedLines(tokens: Token[]): number[] {
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1]
    const isSplit = token.kind === 'open' && endsOperand(before) && before !== undefined && before.line < token.line
    return isSplit && before && !areAdjacent(before, token) ? [index] : []
  })
}

const short = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

/** Whether what stands before `index` is a key of its dictionary that has no colon yet. */
function isKey(
  tokens: Token[],
  { index, from, open }: { index: number; from: number; open: ReturnType<typeof openBefore> },
): boolean {
  const depth = open[index]
  const own = (at: number) => open[at] === depth
  let start = index - 1
  while (start > from && !(tokens[start]?.text === ',' && own(start))) start--
  const item = tokens.slice(start, index)
  const hasColon = item.some(({ text }, at) => text === ':' && own(start + at))
  const others = tokens.some(({ text }, at) => text === ':' && own(at) && at > from)
  return !hasColon && others
}

/** Outside of brackets an operator was lost, or a dot, or the bracket of a call. */
function bare({ tokens }: Statement, index: number): Proposal[] {
  const [left, right] = [tokens[index - 1], tokens[index]]
  if (!left || !right || left.line !== right.line) return []
  const put = (text: string, what: string, sureness: number) =>
    propose(replace({ start: left.end, end: right.start }, text), `put ${what} on line ${left.line}`, sureness)
  const first = tokens[0]?.text
  if (index === 1 && left.kind === 'name') return [put(' = ', 'an equals sign', 0.6), put('.', 'a dot', 0.4)]
  if (first === 'import' || first === 'from') return [put(', ', 'a comma', 0.9)]
  if (first === 'for' && !tokens.slice(0, index).some(({ text }) => text === 'in')) return [put(' in ', '"in"', 0.93)]
  if (['return', 'for'].includes(first ?? '')) return [put(', ', 'a comma', 0.7), ...operators(left, right)]
  return [put(', ', 'a comma', 0.4), ...operators(left, right)]
}

function operators(left: Token, right: Token): Proposal[] {
  const gap = { start: left.end, end: right.start }
  const put = (text: string, sureness: number) =>
    propose(replace(gap, ` ${text} `), `put "${text}" between two values on line ${left.line}`, sureness)
  const isNumber = right.kind === 'number' || left.kind === 'number'
  return [put('+', 0.45), ...(isNumber ? [put('==', 0.3), put('*', 0.3)] : [put('in', 0.3), put('and', 0.25)])]
}
