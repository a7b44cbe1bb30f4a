import { BEGINS_STATEMENT, endsOperand, isPlainName, isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { closes, opens, type Source } from './read-source.ts'

/** Methods that have no use but for the value of their callback. */
const WANT_VALUE = [
  'map',
  'filter',
  'reduce',
  'reduceRight',
  'sort',
  'toSorted',
  'find',
  'findIndex',
  'some',
  'every',
  'flatMap',
]

export const returnValue = onError({
  id: 'javascript/return-value',
  title: 'Returns the only value of a callback whose braces made a block of it',
  prior: 0.9,
  answers: ['TypeError', 'SyntaxError'],
  propose: (source, { diagnosis }) => {
    const isOurs = /undefined|is not iterable|Unexpected token ':'/.test(diagnosis.message)
    if (!isOurs) return []
    const found = source.tokens.flatMap((_, index) => callback(source, index))
    const edits = found.flat()
    return edits.length === 0 ? [] : [{ edits, why: 'returned the value of a callback', sureness: 0.92 }]
  },
})

/** `=> { a + b }` and `=> { name: x }`, as an argument of a method that wants the value. */
function callback(source: Source, index: number) {
  const { tokens, partner, parent } = source
  const [arrow, brace] = [tokens[index], tokens[index + 1]]
  const close = partner.get(index + 1)
  const holder = parent[index] ?? -1
  if (!arrow || !brace || !isPunctuation(arrow, '=>') || opens(brace) !== '{' || close === undefined) return []
  const isWanted = isPunctuation(tokens[holder], '(') && isWord(tokens[holder - 1], ...WANT_VALUE)
  if (!isWanted || !isPunctuation(tokens[holder - 2], '.', '?.')) return []
  const end = tokens[close]
  if (!end) return []
  if (isObject(source, index + 1, close))
    return [
      { start: brace.start, end: brace.start, text: '(' },
      { start: end.end, end: end.end, text: ')' },
    ]
  const first = tokens[index + 2]
  const isValue = first !== undefined && isOneValue(source, index + 2, close)
  return isValue ? [{ start: first.start, end: first.start, text: 'return ' }] : []
}

/** `{ name: x.name }` and `{ name: x.name, age: 3 }`, which are a label and no statement. */
function isObject({ tokens, partner }: Source, open: number, close: number): boolean {
  let isKey = true
  let keys = 0
  for (let at = open + 1; at < close; at++) {
    const token = tokens[at]
    const isWithColon = isPunctuation(tokens[at + 1], ':') && (token?.kind === 'name' || token?.kind === 'string')
    if (isKey && !isWithColon) return false
    if (isKey) keys++
    if (isPunctuation(token, ';') || (isKey && BEGINS_STATEMENT.has(tokens[at + 2]?.text ?? ''))) return false
    if (isKey && isPunctuation(tokens[at + 2], '{')) return false
    isKey = isPunctuation(token, ',') && at + 1 < close
    if (opens(token) !== undefined) at = partner.get(at) ?? at
  }
  return keys > 0
}

/** One expression that only gives a value: no statement, assignment or printing. */
function isOneValue({ tokens, partner }: Source, from: number, close: number): boolean {
  const first = tokens[from]
  if (from >= close || isWord(first, ...BEGINS_STATEMENT, 'const', 'function', 'class', 'console', 'await', 'yield'))
    return false
  let hasSign = false
  for (let at = from; at < close; at++) {
    const token = tokens[at]
    if (isPunctuation(token, ';')) return at === close - 1 && (hasSign || at === from + 1)
    if (ASSIGNS.test(token?.text ?? '') && token?.kind === 'punctuation') return false
    if (at > from && token?.isFirst && endsOperand(tokens[at - 1]) && !goesOn(token.text)) return false
    hasSign ||= token?.kind === 'template' || (token?.kind === 'punctuation' && SIGNS.has(token.text))
    if (opens(token) !== undefined && closes(token) === undefined) at = partner.get(at) ?? at
  }
  return hasSign || (close === from + 1 && (isPlainName(first) || first?.kind !== 'name'))
}

const ASSIGNS = /^(?:(?:[-+*/%&|^]|\*\*|<<|>>>?|&&|\|\||\?\?)?=|\+\+|--)$/
/** Signs of an expression that has no effect, so that only its value can have been meant. */
const SIGNS: ReadonlySet<string> = new Set('+ - * / % ** < > <= >= == === != !== && || ?? ! ? . ?.'.split(' '))

const goesOn = (text: string): boolean => /^(?:[-+*/%.?:&|=<>]|\?\.|&&|\|\|)/.test(text)
