import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { best, propose, replace } from './edits.ts'
import { type Program, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const innerQuotes: Strategy = {
  id: 'python/inner-quotes',
  languages: ['python'],
  title: 'Gives a text that has quotes of its own kind inside the other kind around it',
  answers: SYNTAX_ERRORS,
  prior: 0.9,
  propose({ code, diagnosis: { line = 0 } }) {
    const program = readProgram(code)
    const near = program.tokens.filter((token) => Math.abs(token.line - line) <= 1)
    return best(near.flatMap((token, index) => requoted(program, near, { token, index })))
  },
}

/** Words, and in a formatted text a value, that touch both quotes around them. */
const INSIDE = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_ .!?-]*[\p{L}\p{N}_.!?])?$|^\{[\w.]+\}$/u

/** `"He said "hi" to me"`: two texts and words between them are one text. */
function requoted({ code }: Program, tokens: Token[], { token, index }: { token: Token; index: number }): Proposal[] {
  if (!isPlain(token) || isPart(code, tokens.slice(0, index), token)) return []
  let last = token
  for (const next of tokens.slice(index + 1)) {
    if (next.kind !== 'string') continue
    if (!isPlain(next) || next.string?.quote !== token.string?.quote || next.string?.prefix !== '') break
    if (next.line !== token.line || !INSIDE.test(code.slice(last.end, next.start))) break
    last = next
  }
  if (last === token) return []
  const quote = token.string?.quote ?? ''
  const other = quote === '"' ? "'" : '"'
  const start = token.start + (token.string?.prefix.length ?? 0)
  const inner = code.slice(start + 1, last.end - 1)
  const text = inner.includes(other) ? quote + inner.replaceAll(quote, `\\${quote}`) + quote : other + inner + other
  const isSure = !inner.includes('\\') || !text.startsWith(quote)
  const why = `put other quotes around the text on line ${token.line}, which has quotes inside`
  return isSure ? [propose(replace({ start, end: last.end }, text), why, 0.95)] : []
}

const isPlain = ({ kind, string }: Token): boolean =>
  kind === 'string' && string?.isClosed === true && string.quote.length === 1

/** Whether a text before it goes on with this one: the first says all. */
const isPart = (code: string, before: readonly Token[], { start, line }: Token): boolean => {
  const last = before.findLast(isPlain)
  return last?.line === line && INSIDE.test(code.slice(last.end, start))
}
