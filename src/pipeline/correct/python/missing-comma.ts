import { MEMBERS_OF } from '../../../language/python/members.ts'
import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { areAdjacent, endsOperand, findAdjacent } from './adjacency.ts'
import { openBefore } from './brackets.ts'
import { definitionsOf } from './definitions.ts'
import { best, insert, propose, replace } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const missingComma: Strategy = {
  id: 'python/missing-comma',
  languages: ['python'],
  title: 'Puts a comma, a colon or an operator between two values that stand side by side',
  answers: SYNTAX_ERRORS,
  prior: 0.85,
  propose({ code, diagnosis }) {
    const program = readProgram(code)
    const proposals = program.statements.flatMap((statement) => {
      const { line = 0 } = diagnosis
      const isNear = statement.line <= line + 1 && line - 1 <= statement.lastLine
      return between(program, statement).map((each) => ({ ...each, sureness: each.sureness * (isNear ? 1 : 0.85) }))
    })
    return best([...proposals, ...program.statements.flatMap((each) => [...lostIn(each), ...starred(each)])])
  },
}

/** `def f(a *rest):` and `def f(a, * b=1):` */
function starred({ tokens, first }: Statement): Proposal[] {
  if (first.text !== 'def' && first.text !== 'async') return []
  return tokens.flatMap((token, index) => {
    if (token.text !== '*' && token.text !== '**') return []
    const [before, name, after] = [tokens[index - 1], tokens[index + 1], tokens[index + 2]]
    const why = `put a comma beside "${token.text}" on line ${token.line}`
    if (before && endsOperand(before)) return [propose(insert(before.end, ','), why, 0.9)]
    const isBare = token.text === '*' && name?.kind === 'name' && after?.text === '='
    return isBare ? [propose(insert(token.end, ','), why, 0.9)] : []
  })
}

/** `if x not items:` */
function lostIn({ tokens }: Statement): Proposal[] {
  return tokens.flatMap((token, index) => {
    const isBetween = token.text === 'not' && endsOperand(tokens[index - 1]) && tokens[index + 1]?.text !== 'in'
    return isBetween ? [propose(insert(token.end, ' in'), `put "in" behind "not" on line ${token.line}`, 0.93)] : []
  })
}

/** More places in one statement are not slips. */
const MOST_PLACES = 12

function between(program: Program, statement: Statement): Proposal[] {
  const { tokens } = statement
  const open = openBefore(tokens)
  const texts = pairedTexts(tokens)
  const places = [...findAdjacent(tokens), ...openedLines(tokens), ...calledTargets(tokens), ...texts]
  return places.slice(0, MOST_PLACES).flatMap((index) => {
    const [left, right] = [tokens[index - 1], tokens[index]]
    const bracket = open[index]
    if (!left || !right) return []
    const lost = [...lostWord(tokens, index), ...lostDot(program, tokens, index)]
    if (lost.length > 0) return lost
    if (!bracket) return bare(statement, index)
    const isDictionary = bracket.token.text === '{' && isKey(tokens, { index, from: bracket.index, open })
    const put = (text: string, what: string, sureness: number) =>
      propose(insert(left.end, text), `put ${what} behind "${short(left.text)}" on line ${left.line}`, sureness)
    if (texts.includes(index)) return [put(',', 'a comma', 0.94)]
    if (isDictionary) return [put(':', 'a colon', 0.93), put(',', 'a comma', 0.5)]
    return isJoinedText(bracket.token, left, right)
      ? [put(' +', 'a plus', 0.94), put(',', 'a comma', 0.92)]
      : [put(',', 'a comma', 0.92), ...operators(left, right)]
  })
}

/** `print("hi " name)`: the space at the end of a text is for what is joined to it. */
const isJoinedText = (bracket: Token, left: Token, right: Token): boolean =>
  bracket.text === '(' &&
  ((left.kind === 'string' && /\s["']$/.test(left.text)) || (right.kind === 'string' && /^["']\s/.test(right.text)))

/** `for x (1, 2):` reads like a call. */
const calledTargets = (tokens: Token[]): number[] =>
  tokens.flatMap(({ text }, index) => {
    const isTarget = text === '(' && tokens[index - 1]?.kind === 'name' && tokens[index - 2]?.text === 'for'
    return isTarget ? [index] : []
  })

/** `{"a": "b" "c": 1}`: the second text is the key of the next pair. */
const pairedTexts = (tokens: Token[]): number[] =>
  tokens.flatMap((token, index) => {
    const isKey = token.kind === 'string' && tokens[index + 1]?.text === ':' && tokens[index - 1]?.kind === 'string'
    return isKey && ![',', '{'].includes(tokens[index - 2]?.text ?? '') ? [index] : []
  })

/** The `in` of a loop, or the dot before an attribute. */
function lostWord(tokens: Token[], index: number): Proposal[] {
  const [left, right] = [tokens[index - 1], tokens[index]]
  if (!left || !right || left.line !== right.line) return []
  const gap = { start: left.end, end: right.start }
  const loop = tokens.slice(0, index).findLastIndex(({ text }) => text === 'for')
  const isOpen = loop !== -1 && !tokens.slice(loop, index).some(({ text }) => text === 'in')
  const end = tokens.findIndex(({ text, kind }, at) => at > index && (text === ':' || kind === 'close'))
  const comesLater = tokens.slice(index, end === -1 ? undefined : end).some(({ text }) => text === 'in')
  if (isOpen && comesLater) return [propose(insert(left.end, ','), `put a comma behind "${left.text}"`, 0.95)]
  if (isOpen) return [propose(replace(gap, ' in '), `put "in" on line ${left.line}`, 0.95)]
  return []
}

/** `self items`, `sys argv`, `text split()` */
function lostDot(program: Program, tokens: Token[], index: number): Proposal[] {
  const [left, right] = [tokens[index - 1], tokens[index]]
  const isHeader = ['def', 'async', 'import', 'from', 'lambda'].includes(tokens[0]?.text ?? '')
  if (!left || right?.kind !== 'name' || left.line !== right.line || isHeader) return []
  const { imported, defined, members } = namesIn(program)
  const isObject = ['self', 'cls'].includes(left.text) || imported.has(left.text)
  const isMethod = tokens[index + 1]?.text === '(' && METHODS.has(right.text)
  if (defined.has(right.text) || !(isObject || members.has(right.text) || isMethod)) return []
  const gap = { start: left.end, end: right.start }
  return [propose(replace(gap, '.'), `put a dot behind "${left.text}" on line ${left.line}`, 0.95)]
}

interface Names {
  imported: Set<string>
  defined: Set<string>
  /** Names that stand behind a dot somewhere. */
  members: Set<string>
}

/** Prose has thousands of words side by side, and each asks for the names. */
const known = new WeakMap<Program, Names>()

function namesIn(program: Program): Names {
  const found = known.get(program) ?? findNames(program)
  known.set(program, found)
  return found
}

function findNames(program: Program): Names {
  const definitions = definitionsOf(program)
  const namesOf = (list: typeof definitions) => new Set(list.map(({ name }) => name))
  return {
    imported: namesOf(definitions.filter(({ kind }) => kind === 'import')),
    defined: namesOf(definitions.filter(({ kind }) => kind !== 'attribute' && kind !== 'function')),
    members: new Set(program.tokens.flatMap(({ text }, at) => (program.tokens[at - 1]?.text === '.' ? [text] : []))),
  }
}

const METHODS = new Set(Object.values(MEMBERS_OF).flat())

/** Items of a list that start with a bracket on a line of their own. */
function openedLines(tokens: Token[]): number[] {
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1]
    const isSplit = token.kind === 'open' && endsOperand(before) && before !== undefined && before.line < token.line
    return isSplit && before && !areAdjacent(before, token) ? [index] : []
  })
}

const short = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text)

/** Whether the tokens before `index` are a dictionary key without its colon. */
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

/** Outside of brackets a sign was lost. Unclear cases are left alone: a guess would run and be wrong. */
function bare({ tokens }: Statement, index: number): Proposal[] {
  const [left, right] = [tokens[index - 1], tokens[index]]
  if (!left || !right || left.line !== right.line) return []
  const put = (text: string, what: string, sureness: number) =>
    propose(replace({ start: left.end, end: right.start }, text), `put ${what} on line ${left.line}`, sureness)
  const first = tokens[0]?.text ?? ''
  if (first === 'import' || first === 'from') return [put(', ', 'a comma', 0.9)]
  const equals = tokens.findIndex(({ text }) => text === '=')
  const isPair = equals === index + 1 && tokens.findLastIndex(({ text }) => text === ',') > equals
  if (index === 1 && isPair) return [put(', ', 'a comma', 0.85)]
  if (index === 1 && left.kind === 'name') {
    const isCall = ['(', '.'].includes(tokens[index + 1]?.text ?? '')
    return [
      put(' = ', 'an equals sign', isCall || tokens.some(({ text }) => text === '=') ? 0.3 : 0.6),
      put('.', 'a dot', 0.45),
    ]
  }
  if (['if', 'elif', 'while'].includes(first) && right.kind === 'name') return [put(' in ', '"in"', 0.5)]
  const hasOthers = tokens.some(({ text }) => text === ',')
  return [...operators(left, right), ...(hasOthers ? [put(', ', 'a comma', 0.5)] : [])]
}

/** Text beside a value is meant to be added to it. */
function operators(left: Token, right: Token): Proposal[] {
  const isText = left.kind === 'string' || right.kind === 'string'
  const why = `put "+" between a text and a value on line ${left.line}`
  return isText ? [propose(replace({ start: left.end, end: right.start }, ' + '), why, 0.5)] : []
}
