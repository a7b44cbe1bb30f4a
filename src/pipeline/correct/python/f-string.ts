import { type Token, tokenize } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { CLOSER, matchBrackets } from './brackets.ts'
import { best, insert, propose, remove, replace } from './edits.ts'
import { readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const fString: Strategy = {
  id: 'python/f-string',
  languages: ['python'],
  title: 'Balances the braces and quotes inside of an f-string',
  answers: SYNTAX_ERRORS,
  prior: 0.9,
  propose({ code }) {
    const { tokens } = readProgram(code)
    const formatted = tokens.flatMap((token, index) => (token.string?.prefix.includes('f') ? [index] : []))
    const proposals = formatted.slice(0, MOST).flatMap((index) => {
      const token = tokens[index]
      return token ? [...nestedQuotes(code, tokens, index), ...fields(token), ...braces(token)] : []
    })
    return best(proposals)
  },
}

const MOST = 200
/** Most tokens from the text that is cut short to the one that ends it. */
const LONGEST_FIELD = 60

/** `f"{d["key"]}"`: before Python 3.12 the inner quotes must be of the other kind. */
function nestedQuotes(code: string, tokens: Token[], index: number): Proposal[] {
  const first = tokens[index]
  const quote = first?.string?.quote
  if (!first || quote?.length !== 1 || balanceOf(first.text) <= 0) return []
  let balance = 0
  for (const token of tokens.slice(index, index + LONGEST_FIELD)) {
    if (token.line !== first.line || token.kind === 'newline') return []
    balance += balanceOf(token.text)
    if (balance !== 0 || token.string?.quote !== quote) continue
    const other = quote === '"' ? "'" : '"'
    const inside = code.slice(first.start + first.text.indexOf(quote) + 1, token.end - 1)
    if (inside.includes(other)) return []
    const edit = { start: first.end - 1, end: token.end - 1, text: code.slice(first.end - 1, token.end - 1) }
    const text = edit.text.replaceAll(quote, other)
    return [propose({ ...edit, text }, 'used the other quotes inside of an f-string', 0.95)]
  }
  return []
}

const balanceOf = (text: string): number => text.split('{').length - text.split('}').length

/** Unclosed brackets inside of a field, and backslashes that are not allowed there. */
function fields(token: Token): Proposal[] {
  return [...token.text.matchAll(/\{([^{}]*)\}/g)].flatMap(({ 1: content = '', index }) => {
    const start = token.start + index + 1
    const inner = tokenize(content)
    const { unclosed, unmatched } = matchBrackets(inner)
    const extra = unmatched.map((close) =>
      propose(remove({ start: start + close.start, end: start + close.end }), 'took a bracket out of an f-string', 0.7),
    )
    const escaped = /(["'])\\([nt])\1/.exec(content)
    if (escaped) {
      const range = { start: start + escaped.index, end: start + escaped.index + escaped[0].length }
      const text = escaped[2] === 'n' ? 'chr(10)' : 'chr(9)'
      extra.push(propose(replace(range, text), 'wrote an escape inside of an f-string as a call', 0.9))
    }
    if (unclosed.length === 0) return extra
    const closers = unclosed.toReversed().map(({ text }) => CLOSER[text] ?? '')
    const format = /[:!][^:!()[\]]*$/.exec(content)?.index ?? content.length
    const why = 'closed a bracket inside of an f-string'
    return [...extra, propose(insert(start + format, closers.join('')), why, 0.92)]
  })
}

const EXPRESSION = /^[\p{L}_][\p{L}\p{N}_.]*(?:\([^(){}]*\)|\[[^[\]{}]*\])*(?::[.,\d<>^]*[a-z%]?)?/u

/** A brace without its partner. */
function braces(token: Token): Proposal[] {
  const { text, start, string } = token
  const from = (string?.prefix.length ?? 0) + (string?.quote.length ?? 0)
  const to = text.length - (string?.isClosed ? (string.quote.length ?? 0) : 0)
  const proposals: Proposal[] = []
  let open = -1
  for (let at = from; at < to; at++) {
    const isDouble = text[at] === text[at + 1] && open === -1
    if ((text[at] === '{' || text[at] === '}') && isDouble && at + 1 < to) at++
    else if (text[at] === '{' && open !== -1) proposals.push(...closeBrace(token, open, at))
    else if (text[at] === '{') open = at
    else if (text[at] === '}' && open !== -1) open = -1
    else if (text[at] === '}') proposals.push(...openBrace(text, start, at))
  }
  if (open !== -1) proposals.push(...closeBrace(token, open, to))
  const empty = text.slice(from, to).search(/\{\s*\}/)
  if (empty !== -1)
    proposals.push(propose(remove({ start, end: start + 1 }), 'left out the f of a text with empty braces', 0.6))
  return proposals
}

function closeBrace({ text, start }: Token, open: number, end: number): Proposal[] {
  const why = 'closed a brace inside of an f-string'
  const expression = EXPRESSION.exec(text.slice(open + 1, end))?.[0] ?? ''
  const at = open + 1 + expression.length
  const behind = expression === '' || at === end ? [] : [propose(insert(start + at, '}'), why, 0.9)]
  return [...behind, propose(insert(start + end, '}'), why, behind.length ? 0.5 : 0.9)]
}

function openBrace(text: string, start: number, at: number): Proposal[] {
  const word = /[\p{L}_][\p{L}\p{N}_.]*(?:\([^(){}]*\)|\[[^[\]{}]*\])?(?::[.,\d<>^]*[a-z%]?)?$/u.exec(
    text.slice(Math.max(0, at - 80), at),
  )?.[0]
  const opened = word
    ? [propose(insert(start + at - word.length, '{'), 'opened a brace inside of an f-string', 0.9)]
    : []
  return [...opened, propose(insert(start + at, '}'), 'doubled a brace of an f-string that stands for itself', 0.4)]
}
