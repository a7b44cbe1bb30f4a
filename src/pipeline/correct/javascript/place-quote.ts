import { beginsOperand, endsOperand, isPlainName, isPunctuation } from './grammar.ts'
import { closes, opens } from './read-source.ts'
import { type Token, tokenize } from './tokenize.ts'

interface Line {
  text: string
  quote: string
  /** Names that the program knows; others on the line are likely to be text. */
  known: ReadonlySet<string>
}

/** Where a quote can be added to a line so that it makes sense, the most sensible first. */
export function placeQuote({ text, quote, known }: Line): { at: number; penalty: number }[] {
  const found: { at: number; penalty: number }[] = []
  for (const at of edgesOf(text)) {
    const tokens = tokenize(`${text.slice(0, at)}${quote}${text.slice(at)}`)
    const penalty = penaltyOf({ tokens, known, quote })
    if (penalty !== undefined) found.push({ at, penalty })
  }
  // A longer text is likelier than a shorter one: what is right of the quote is what was meant to be code.
  return found.sort((one, other) => one.penalty - other.penalty || other.at - one.at).slice(0, 5)
}

/** Where words, spaces and signs meet; a quote is never missing inside of a word. */
function edgesOf(text: string): number[] {
  const edges: number[] = []
  for (let at = 0; at <= text.length; at++) {
    const [before, next] = [text[at - 1] ?? ' ', text[at] ?? ' ']
    if (!(/[\w$]/.test(before) && /[\w$]/.test(next))) edges.push(at)
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
  for (const [index, token] of tokens.entries()) {
    if (token.isUnclosed || token.kind === 'unknown') return undefined
    const next = tokens[index + 1]
    if (endsOperand(token) && beginsOperand(next) && !isPunctuation(next, '{') && next?.line === token.line)
      return undefined
    if (endsOperand(token) && token.kind === 'string' && isPunctuation(next, '(')) return undefined
    const isMember = isPunctuation(tokens[index - 1], '.', '?.') || isPunctuation(next, ':')
    if (isPlainName(token) && !isMember && !known.has(token.text)) penalty += 2
    if (token.text.startsWith(quote)) penalty += textPenalty(token.text, known)
    const closed = closes(token)
    if (closed !== undefined && depth.pop() !== closed) penalty += 3
    const opened = opens(token)
    if (opened !== undefined) depth.push(opened)
  }
  // A line often leaves a brace open, and seldom a parenthesis.
  return penalty + depth.filter((opened) => opened !== '{').length * 3
}

/** Signs of code in a text, or spaces at its edges. */
function textPenalty(text: string, known: ReadonlySet<string>): number {
  const inner = text.slice(1, -1)
  const isCode = /[;,)\]}]$|^[,)\]};]/.test(inner) ? 1.5 : 0
  const isPadded = /^\s|\s$/.test(inner) ? 0.3 : 0
  const uses = [...inner.matchAll(/([\w$]+)(?:[.([][\w$'"`]|\(\))|, ?([\w$]+)$/g)]
  const isUsed = uses.some(([, called, last]) => known.has(called ?? last ?? ''))
  return isCode + isPadded + (isUsed ? 1.2 : 0) + (inner === '' ? 1 : 0)
}
