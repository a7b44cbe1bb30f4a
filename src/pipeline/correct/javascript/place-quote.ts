import { type Token, tokenize } from '../../../language/javascript/tokens.ts'
import { beginsOperand, endsOperand, isPlainName, isPunctuation, isWord, MODIFIERS } from './grammar.ts'
import { closes, opens } from './read-source.ts'

interface Line {
  text: string
  quote: string
  /** Names that the program knows; others on the line are likely to be text. */
  known: ReadonlySet<string>
}

export interface Placed {
  at: number
  /** 1 when the new quote replaces one of another kind, else 0. */
  replaces: number
  penalty: number
}

/** Places where adding a quote to a line, or replacing another kind of quote, makes sense; the best first. */
export function placeQuote({ text, quote, known }: Line): Placed[] {
  const found: Placed[] = []
  const others = [...text.matchAll(/['"`]/g)].flatMap(({ 0: mark, index }) => (mark === quote ? [] : [index]))
  const places = [...edgesOf(text).map((at) => ({ at, replaces: 0 })), ...others.map((at) => ({ at, replaces: 1 }))]
  for (const { at, replaces } of places) {
    const tokens = tokenize(`${text.slice(0, at)}${quote}${text.slice(at + replaces)}`)
    const penalty = penaltyOf({ tokens, known, quote })
    if (penalty !== undefined) found.push({ at, replaces, penalty })
  }
  // A longer text is likelier than a shorter one: only the rest behind the quote was meant as code.
  return found.sort((one, other) => one.penalty - other.penalty || other.at - one.at).slice(0, 5)
}

/** Offsets between words, spaces and signs; a quote is never missing inside of a word. */
function edgesOf(text: string): number[] {
  const edges: number[] = []
  for (let at = 0; at <= text.length; at++) {
    const [before, next] = [text[at - 1] ?? ' ', text[at] ?? ' ']
    const isInside = (/[\w$]/.test(before) && /[\w$]/.test(next)) || (before === '$' && next === '{')
    if (!isInside) edges.push(at)
  }
  return edges
}

function penaltyOf({
  tokens,
  known,
  quote,
}: {
  tokens: Token[]
  known: ReadonlySet<string>
  quote: string
}): number | undefined {
  let penalty = 0
  const depth: string[] = []
  const local = localNames(tokens)
  for (const [index, token] of tokens.entries()) {
    if (token.isUnclosed || token.kind === 'unknown') return undefined
    const next = tokens[index + 1]
    if (
      endsOperand(token) &&
      !isWord(token, ...MODIFIERS) &&
      beginsOperand(next) &&
      !isPunctuation(next, '{') &&
      next?.line === token.line
    )
      return undefined
    if (token.kind === 'string' && isPunctuation(next, '(')) return undefined
    if (token.kind === 'string' && isPunctuation(next, ':') && isPunctuation(tokens[index - 1], ':')) return undefined
    const isMember = isPunctuation(tokens[index - 1], '.', '?.') || isPunctuation(next, ':')
    if (isPlainName(token) && !isMember && !known.has(token.text) && !local.has(token.text)) penalty += 2
    if (token.text.startsWith(quote) || token.kind === 'template') penalty += textPenalty(token.text, known)
    const closed = closes(token)
    if (closed !== undefined && depth.pop() !== closed) penalty += 3
    const opened = opens(token)
    if (opened !== undefined) depth.push(opened)
  }
  // A line often leaves a brace open, and seldom a parenthesis.
  return penalty + depth.filter((opened) => opened !== '{').length * 3
}

/** A name that stands on the line twice, beside an arrow, is a parameter of the arrow function. */
function localNames(tokens: Token[]): Set<string> {
  if (!tokens.some((token) => isPunctuation(token, '=>'))) return new Set()
  const names = tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text)
  return new Set(names.filter((name, index) => names.indexOf(name) !== index))
}

/** Penalty for signs of code in a text, quotes of another kind that end nothing, and spaces at its edges. */
function textPenalty(text: string, known: ReadonlySet<string>): number {
  const inner = text.slice(1, -1)
  const isCode = /[;,)\]}]$|^[,)\]};]|\)\.\w|=> |, \w+: |, ?-?\d/.test(inner) ? 1.5 : 0
  const isPadded = /^\s|\s$/.test(inner) ? 0.3 : 0
  const uses = [...inner.matchAll(/([\w$]+)(?:[.([][\w$'"`]|\(\))|, ?([\w$]+)$/g)]
  const isUsed = uses.some(([, called, last]) => known.has(called ?? last ?? ''))
  const isMixed = /["'`]$|^["'`]|['"`],/.test(inner) ? 1.5 : 0
  return isCode + isPadded + isMixed + (isUsed ? 1.2 : 0) + (inner === '' && !text.startsWith('}') ? 1 : 0)
}
