import { DOUBLE_QUOTES, INVISIBLE, plainCharacter, SINGLE_QUOTES } from '../../../language/plain-character.ts'
import type { Edit } from '../strategy.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

/** Signs that JavaScript writes in another way. */
const OWN = new Map([
  ['≠', '!=='],
  ['→', '=>'],
])
const signFor = (character: string): string | undefined =>
  OWN.get(character) ?? (plainCharacter(character) || undefined)

export const plainCharacters = onError({
  id: 'javascript/plain-characters',
  title: 'Replaces typographic quotes, dashes and signs by plain ones, and takes away invisible characters',
  prior: 0.97,
  answers: ['SyntaxError', 'ReferenceError'],
  propose: (source) => {
    const edits = [...invisible(source), ...typographic(source), ...behindCode(source)].sort(
      (one, other) => one.start - other.start,
    )
    return edits.length === 0
      ? []
      : [{ edits, why: 'replaced characters that look right but mean nothing to JavaScript', sureness: 0.97 }]
  },
})

/** Invisible characters inside of texts may be meant; everywhere else they break names apart. */
function invisible({ code, tokens }: Source): Edit[] {
  const edits: Edit[] = []
  let next = 0
  for (let at = code.search(INVISIBLE); at >= 0 && at < code.length; at++) {
    if (!INVISIBLE.test(code[at] ?? '')) continue
    while (next < tokens.length && (tokens[next]?.end ?? 0) <= at) next++
    const token = tokens[next]
    const isText =
      token && token.start < at && ['string', 'template', 'regex'].includes(token.kind) && !token.isUnclosed
    if (!isText) edits.push({ start: at, end: at + 1, text: '' })
  }
  return edits
}

/** Replaces typographic characters from the first odd one of a line on; the text before it was understood. */
function typographic(source: Source): Edit[] {
  const edits: Edit[] = []
  let done = 0
  for (const { kind, text, start } of source.tokens) {
    const isOdd = kind === 'unknown' && signFor(text) !== undefined
    if (!isOdd || start < done) continue
    const end = source.code.indexOf('\n', start)
    done = end < 0 ? source.code.length : end
    for (const edit of plainLine(source.code.slice(start, done))) edits.push(shift(edit, start))
  }
  return edits
}

/** `}ി`: a letter of another script behind the last bracket of the program. */
function behindCode({ code, tokens }: Source): Edit[] {
  const last = tokens.at(-1)
  const match = /(?<=[})\];])[^\p{ASCII}\s]+(?=\s*$)/u.exec(code)
  const isApart = match && last && last.start >= match.index && !last.isUnclosed && last.kind !== 'string'
  return isApart && !INVISIBLE.test(match[0]) && plainCharacter(match[0][0] ?? '') === undefined
    ? [{ start: match.index, end: match.index + match[0].length, text: '' }]
    : []
}

const shift = ({ start, end, text }: Edit, by: number): Edit => ({ start: start + by, end: end + by, text })

function plainLine(line: string): Edit[] {
  const edits: Edit[] = []
  let at = 0
  while (at < line.length) {
    const character = line[at] ?? ''
    const plain = signFor(character)
    if (DOUBLE_QUOTES.includes(character)) at = quoted({ line, at, marks: DOUBLE_QUOTES, plain: '"', edits })
    else if (SINGLE_QUOTES.includes(character)) at = quoted({ line, at, marks: SINGLE_QUOTES, plain: "'", edits })
    else if (character === '"' || character === "'" || character === '`') at = skipQuoted(line, at, character)
    else if (plain !== undefined) edits.push({ start: at, end: ++at, text: plain })
    else at++
  }
  return edits
}

interface Quoted {
  line: string
  at: number
  marks: string
  plain: string
  edits: Edit[]
}

/** Replaces an opening mark and its end; a mark between two letters is an apostrophe and stays. */
function quoted({ line, at, marks, plain, edits }: Quoted): number {
  edits.push({ start: at, end: at + 1, text: plain })
  let end = at + 1
  for (; end < line.length; end++) {
    const character = line[end] ?? ''
    const isApostrophe = /\p{L}/u.test(line[end - 1] ?? '') && /\p{L}/u.test(line[end + 1] ?? '')
    if (marks.includes(character) && !isApostrophe) break
    if (character === plain && !isApostrophe) return end + 1
    if (character === plain) edits.push({ start: end, end, text: '\\' })
  }
  if (end < line.length) edits.push({ start: end, end: end + 1, text: plain })
  return end + 1
}

function skipQuoted(line: string, at: number, quote: string): number {
  for (let end = at + 1; end < line.length; end++) {
    if (line[end] === '\\') end++
    else if (line[end] === quote) return end + 1
  }
  return at + 1
}
