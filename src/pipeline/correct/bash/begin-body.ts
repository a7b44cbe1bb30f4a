import type { Proposal, Strategy } from '../strategy.ts'
import { type Block, findBlockFault } from './blocks.ts'
import { lineNumber } from './close-block.ts'
import { type BashToken, readBash } from './read-bash.ts'

/** `if … then`, `for … do`, `case … in`: the second word is missing, or not recognized because its semicolon is missing. */
export const beginBody: Strategy = {
  id: 'bash/begin-body',
  languages: ['bash'],
  title: 'Adds a missing `then`, `do` or `in`, or the semicolon before it',
  answers: ['SyntaxError'],
  prior: 0.9,
  bold: 'an empty body filled with `:`',
  propose({ code }) {
    const { tokens } = readBash(code)
    const own = tokens.filter(({ depth, kind }) => depth === 0 && kind !== 'comment' && kind !== 'document')
    const fault = findBlockFault(code, tokens, false)
    if (fault?.kind === 'empty' && fault.at) return [fillBody(fault.at)]
    const cases = own.flatMap((token, index) => caseHead(own, token, index))
    if (cases.length > 0) return cases
    const proposals = own.flatMap((token, index) =>
      token.isCommand && BODY_WORDS.has(token.text) ? completeHead(code, lineFrom(own, index), token) : [],
    )
    if (proposals.length > 0 || fault?.kind !== 'headless' || !fault.block) return proposals
    return addWord({ code, tokens: own, block: fault.block })
  },
}

const BODY_WORDS = new Map([
  ['if', 'then'],
  ['elif', 'then'],
  ['while', 'do'],
  ['until', 'do'],
  ['for', 'do'],
  ['select', 'do'],
])

function fillBody(at: BashToken): Proposal {
  return {
    edits: [{ start: at.end, end: at.end, text: ' :' }],
    why: 'gave the empty body a `:`, which does nothing',
    sureness: 0.7,
    assumption: 'the empty body has nothing to do',
  }
}

/** `case "$x" in;` */
function caseHead(tokens: BashToken[], token: BashToken, index: number): Proposal[] {
  const [word, semicolon] = [tokens[index + 2], tokens[index + 3]]
  if (!token.isCommand || token.text !== 'case' || word?.text !== 'in' || semicolon?.text !== ';') return []
  const edits = [{ start: semicolon.start, end: semicolon.end, text: '' }]
  return [{ edits, why: 'took the semicolon behind `in` away', sureness: 0.95 }]
}

/** The tokens behind this one on its line; a very long line is cut. */
function lineFrom(tokens: BashToken[], index: number): BashToken[] {
  const near = tokens.slice(index + 1, index + 100)
  const end = near.findIndex(({ kind }) => kind === 'newline')
  return end === -1 ? near : near.slice(0, end)
}

/** Repairs that are possible on the line of the head alone. */
function completeHead(code: string, rest: BashToken[], head: BashToken): Proposal[] {
  const word = BODY_WORDS.get(head.text) ?? ''
  const inserted = (start: number, text: string, why: string): Proposal => ({
    edits: [{ start, end: start, text }],
    why,
    sureness: 0.9,
  })
  const argument = rest.find(({ text, isCommand, kind }) => kind === 'word' && text === word && !isCommand)
  const isBegun = rest.some(({ text, isCommand }) => text === word && isCommand)
  if (argument && !isBegun) {
    const before = code.slice(0, argument.start).trimEnd().length
    return [inserted(before, ';', `ended the condition before \`${word}\``)]
  }
  const [variable, second] = rest
  const lacksIn =
    (head.text === 'for' || head.text === 'select') &&
    second?.kind === 'word' &&
    second.text !== 'in' &&
    second.text !== 'do'
  if (lacksIn && variable && /^\w+$/.test(variable.text)) {
    return [inserted(second.start, 'in ', 'put `in` before the words of the loop')]
  }
  const begun = rest.findIndex(({ text, isCommand }) => text === word && isCommand)
  const behind = rest[begun + 1]
  if (begun !== -1 && behind?.text === ';') {
    return [
      {
        edits: [{ start: behind.start, end: behind.end, text: '' }],
        why: `took the semicolon behind \`${word}\` away`,
        sureness: 0.9,
      },
    ]
  }
  return []
}

/** Adds the word behind the condition: at the end of its line, or behind its semicolon. */
function addWord({ code, tokens, block }: { code: string; tokens: BashToken[]; block: Block }): Proposal[] {
  const head = lastHead(tokens, block)
  const word = block.closer === 'fi' ? 'then' : block.closer === 'done' ? 'do' : 'in'
  const why = `added the missing \`${word}\` to the \`${head.text}\` of line ${lineNumber(code, head.start)}`
  const from = tokens.indexOf(head) + 1
  const lineEnd = tokens.findIndex(
    ({ kind }, index) => index >= from && kind === 'newline' && !isContinued(tokens[index - 1]),
  )
  const last = tokens[(lineEnd === -1 ? tokens.length : lineEnd) - 1]
  const semicolon = tokens.find(
    ({ text, kind }, index) =>
      index >= from && (lineEnd === -1 || index < lineEnd) && kind === 'operator' && text === ';',
  )
  // A colon or a brace at the end is the habit of another language.
  if (!last || last.start < head.start || /[:{]$/.test(last.text)) return []
  const glued = tokens.find(({ start, end, text }) => start > head.start && end <= last.end && isGlued(text, word))
  if (glued) return [unglue(code, glued, word)]
  if (semicolon && semicolon !== last) {
    return [{ edits: [{ start: semicolon.end, end: semicolon.end, text: ` ${word}` }], why, sureness: 0.8 }]
  }
  const text = word === 'in' || last.text === ';' ? ` ${word}` : `; ${word}`
  return [{ edits: [{ start: last.end, end: last.end, text }], why, sureness: 0.95 }]
}

/** `for x in "${xs[@]}"do`: nobody ends a word so. */
const isGlued = (text: string, word: string): boolean => new RegExp(String.raw`["')}\]]${word}$`).test(text)

/** The semicolon may stand behind the word in its place. */
function unglue(code: string, { end }: BashToken, word: string): Proposal {
  const semicolon = /^[ \t]*;(?!;)/.exec(code.slice(end, end + 20))?.[0] ?? ''
  return {
    edits: [{ start: end - word.length, end: end + semicolon.length, text: `; ${word}` }],
    why: `parted \`${word}\` from the word before it`,
    sureness: 0.97,
  }
}

/** An open `if` may have reached one of its `elif`. */
function lastHead(tokens: BashToken[], { opener, closer }: Block): BashToken {
  if (closer !== 'fi') return opener
  const later = tokens.filter(({ start }) => start >= opener.start)
  let head = opener
  let depth = 0
  for (const token of later) {
    if (!token.isCommand) continue
    if (token.text === 'if') depth += 1
    if (token.text === 'fi') depth -= 1
    if (depth === 1 && token.text === 'then') head = opener
    if (depth === 1 && token.text === 'elif') head = token
    if (depth === 1 && head !== opener && token.text === 'else') break
    if (depth === 0) break
  }
  return head
}

const isContinued = (token: BashToken | undefined): boolean => ['&&', '||', '|'].includes(token?.text ?? '')
