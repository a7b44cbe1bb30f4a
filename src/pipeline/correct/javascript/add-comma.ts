import type { Token } from '../../../language/javascript/tokens.ts'
import type { Proposal } from '../strategy.ts'
import { BEGINS_STATEMENT, beginsOperand, endsOperand, isInList, isPunctuation, isWord } from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { offsetOf } from './offset-of.ts'
import { opens, type Source } from './read-source.ts'
import { takesAtMost } from './takes-at-most.ts'

export const addComma = onSyntax({
  id: 'javascript/add-comma',
  title: 'Adds a missing comma, semicolon, plus or colon between two values',
  prior: 0.8,
  propose: (source, { diagnosis }) => {
    const gaps = gapsOf(source).filter((gap) => (source.tokens[gap - 1]?.end ?? 0) <= offsetOf(source, diagnosis) + 1)
    const latest = gaps.at(-1)
    // A parser stops at the first token that cannot follow, so the last gap before its problem is the likeliest.
    const nearby = gaps.slice(-4).reverse()
    return [
      ...nearby.flatMap((gap, order) => fill({ source, gap, sureness: 0.95 / (order + 1) })),
      ...(latest === undefined ? [] : fillAll(source, latest)),
    ]
  },
})

/** Tokens before which something is missing: one operand ended, and another begins. */
function gapsOf(source: Source): number[] {
  const { tokens } = source
  return tokens.flatMap((token, index) => {
    const before = tokens[index - 1]
    // `f"…"` is a text of Python, not two values.
    const isPrefix = before?.kind === 'name' && token.kind === 'string' && before.end === token.start
    const head = isPunctuation(before, ')') ? tokens[(source.partner.get(index - 1) ?? 0) - 1] : undefined
    const isType = isWord(before, 'string', 'number', 'boolean', 'any', 'unknown', 'int', 'float')
    if (!endsOperand(before) || isPrefix || isType || isWord(head, 'if', 'for', 'while')) return []
    const isBody = isPunctuation(token, '{') && isPunctuation(before, ')')
    const isRow = isPunctuation(token, '[') && token.isFirst && isPunctuation(before, ']') && isInList(source, index)
    const isArrow = isPunctuation(token, '(') && isPunctuation(tokens[(source.partner.get(index) ?? -2) + 1], '=>')
    return (beginsOperand(token) && !isBody) || isRow || isArrow ? [index] : []
  })
}

function fill({ source, gap, sureness }: { source: Source; gap: number; sureness: number }): Proposal[] {
  const { tokens, parent } = source
  const [before, next] = [tokens[gap - 1], tokens[gap]]
  if (before === undefined || next === undefined) return []
  const put = (text: string, share: number): Proposal => ({
    edits: [{ start: before.end, end: before.end, text }],
    why: `added a missing \`${text.trim()}\` on line ${before.line}`,
    sureness: sureness * share,
  })
  const opener = tokens[parent[gap] ?? -1]
  if (opens(opener) === '(' && isWord(tokens[(parent[gap] ?? 0) - 1], 'for')) return [put(';', 1)]
  if (isIndex(source, gap) || isFull(source, gap)) return []
  if (!isInList(source, gap)) return beginsStatement(source, gap) ? [put(';', 0.6)] : joined(source, gap, put)
  const isKey = isPunctuation(opener, '{') && isPunctuation(tokens[gap - 2], '{', ',') && before.kind !== 'punctuation'
  const isSentence = opens(opener) === '(' && (isJoinedText(before, next) || isInSum(tokens, gap))
  const comma = put(',', isKey && !next.isFirst ? 0.5 : isSentence ? 0.9 : 1)
  const others = isKey ? [put(':', 0.9)] : []
  return isSentence ? [put(' +', 1), comma, ...others] : [comma, ...others, ...joined(source, gap, put)]
}

/** Between the brackets of `xs[i]` there is one value. */
const isIndex = ({ tokens, parent }: Source, gap: number): boolean => {
  const opener = parent[gap] ?? -1
  return isPunctuation(tokens[opener], '[') && endsOperand(tokens[opener - 1]) && !tokens[opener]?.isFirst
}

/** `Math.floor(t t / 10)`: a function of one argument takes no second one. */
function isFull(source: Source, gap: number): boolean {
  const opener = source.parent[gap] ?? -1
  const name = source.tokens[opener - 1]
  const isCall = isPunctuation(source.tokens[opener], '(') && name?.kind === 'name'
  return isCall && !isWord(source.tokens[opener - 2], 'function') && takesAtMost(source, name.text) === 1
}

/** Two statements on one line: the second begins with a word of its own, a call or an assignment. */
function beginsStatement({ tokens }: Source, gap: number): boolean {
  const [token, next] = [tokens[gap], tokens[gap + 1]]
  // A name alone is no statement: `String text = 1` is a habit of another language.
  if (token?.isFirst || token?.kind !== 'name' || isLoneName(tokens[gap - 1])) return false
  return BEGINS_STATEMENT.has(token.text) || isPunctuation(next, '(', '=', '.', '+=', '++')
}

const isLoneName = (token: Token | undefined): boolean => token?.kind === 'name' && token.isFirst

/** `'n is ' n`: the space at the end of a text is for what is joined to it. */
const isJoinedText = (before: Token, next: Token): boolean =>
  before.line === next.line &&
  ((before.kind === 'string' && /\s.$/.test(before.text)) || (next.kind === 'string' && /^.\s/.test(next.text)))

/** `'Hello ' + name '!'`: the sum goes on. */
const isInSum = (tokens: readonly Token[], gap: number): boolean =>
  (isPunctuation(tokens[gap - 2], '+') || isPunctuation(tokens[gap + 1], '+')) &&
  [gap - 3, gap - 1, gap, gap + 2].some((at) => tokens[at]?.kind === 'string')

/** A text beside another value: the two may have been meant to be joined. */
function joined({ tokens }: Source, gap: number, put: (text: string, share: number) => Proposal): Proposal[] {
  const [before, next] = [tokens[gap - 1], tokens[gap]]
  const isText = [before, next].some((token) => token?.kind === 'string' || token?.kind === 'template')
  return isText && before?.line === next?.line ? [put(' +', 0.5)] : []
}

/** All commas of one list may be missing. */
function fillAll(source: Source, gap: number): Proposal[] {
  const parent = source.parent[gap]
  const gaps = gapsOf(source).filter((index) => source.parent[index] === parent && isInList(source, index))
  if (gaps.length < 2) return []
  const edits = gaps.map((index) => source.tokens[index - 1]?.end ?? 0).map((at) => ({ start: at, end: at, text: ',' }))
  return [{ edits, why: `added ${gaps.length} missing commas`, sureness: 0.6 }]
}
