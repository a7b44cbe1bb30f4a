import type { Proposal } from '../strategy.ts'
import { onSyntax } from './javascript-strategy.ts'
import { lineText, type Source } from './read-source.ts'

const LONGEST_LINE = 500

export const closeLiteral = onSyntax({
  id: 'javascript/close-literal',
  title: 'Closes a `${` in a template, a regular expression or a comment',
  prior: 0.85,
  propose: (source, { diagnosis }) => [
    ...interpolations(source),
    ...patterns(source, diagnosis.line),
    ...comments(source),
    ...groups(source),
  ],
})

/** `${name` without its brace: it ends with the name, the call or the index. */
function interpolations(source: Source): Proposal[] {
  const isBroken =
    source.tokens.some(({ kind, isUnclosed }) => kind === 'template' && isUnclosed) || source.alone.length > 0
  if (!isBroken) return []
  return source.lineStarts.flatMap((start, index) => {
    const text = lineText(source, index + 1)
    if (text.length > LONGEST_LINE || !text.includes('${')) return []
    return unclosedIn(text).map((at) => ({
      edits: [{ start: start + at, end: start + at, text: '}' }],
      why: `closed the \`\${\` of line ${index + 1}`,
      sureness: 0.92,
    }))
  })
}

/** Ends of expressions behind `${` that no brace follows before the next `${`, the backtick or the end of the line. */
function unclosedIn(text: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf('${'); at >= 0; at = text.indexOf('${', at + 2)) {
    const stop = text.slice(at + 2).search(/\$\{|`|$/) + at + 2
    const body = text.slice(at + 2, stop)
    if (body.includes('}') || body.includes('`')) continue
    const length = /^[\w$]+(?:\??\.[\w$]+|\([^()]*\)|\[[^[\]]*\])*/.exec(body)?.[0].length
    if (length !== undefined) found.push(at + 2 + length)
    if (length !== body.length) found.push(stop)
  }
  return found
}

/** A regular expression that does not end on its line: before the call that uses it, or the end of the arguments. */
function patterns(source: Source, line: number | undefined): Proposal[] {
  const text = line === undefined ? '' : lineText(source, line)
  const slash = source.tokens.find((token) => token.line === line && token.text === '/' && token.kind === 'punctuation')
  const start = source.lineStarts[(line ?? 1) - 1] ?? 0
  if (slash === undefined || text.length > LONGEST_LINE) return []
  const ends = [...text.slice(slash.end - start).matchAll(/\.(?:test|exec|source|flags)\b|,\s|\)[;,)]*$|;$/g)]
  return ends.slice(0, 3).map(({ index }, order) => {
    const at = slash.end + index
    return {
      edits: [{ start: at, end: at, text: '/' }],
      why: `closed the regular expression of line ${line}`,
      sureness: 0.8 - order * 0.15,
    }
  })
}

/** An unclosed comment ends with its line, or with the last line that begins with a star. */
function comments(source: Source): Proposal[] {
  const comment = source.comments.find(({ text, isUnclosed }) => isUnclosed && text.startsWith('/*'))
  if (comment === undefined) return []
  let line = comment.line
  while (/^\s*\*/.test(lineText(source, line + 1))) line++
  const at = (source.lineStarts[line - 1] ?? 0) + lineText(source, line).length
  return [
    { edits: [{ start: at, end: at, text: ' */' }], why: `closed the comment of line ${comment.line}`, sureness: 0.9 },
  ]
}

/** An unclosed group of a regular expression ends with the expression. */
function groups({ tokens }: Source): Proposal[] {
  return tokens.flatMap((token) => {
    if (token.kind !== 'regex' || openGroups(token.text) !== 1) return []
    const at = token.start + token.text.lastIndexOf('/')
    const edits = [{ start: at, end: at, text: ')' }]
    return [{ edits, why: `closed the group of the regular expression on line ${token.line}`, sureness: 0.85 }]
  })
}

function openGroups(pattern: string): number {
  let [open, inClass] = [0, false]
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]
    if (character === '\\') at++
    else if (character === '[') inClass = true
    else if (character === ']') inClass = false
    else if (!inClass && character === '(') open++
    else if (!inClass && character === ')') open--
  }
  return open
}
