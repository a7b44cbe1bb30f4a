import type { Edit } from '../strategy.ts'
import { isPlainName, isPunctuation, isWord } from './grammar.ts'
import { closes, indentOf, opens, type Source, widthOf } from './read-source.ts'

const HEADERS = [
  'if',
  'elif',
  'else',
  'while',
  'for',
  'def',
  'class',
  'try',
  'except',
  'finally',
  'function',
  'catch',
  'switch',
  'do',
]

/** Adds braces to blocks: a line that ends with a colon, and the deeper lines behind it. */
export function pythonBlocks(source: Source): Edit[] {
  const { tokens } = source
  const edits: Edit[] = []
  const open: { width: number; indent: string }[] = []
  for (const [index, token] of tokens.entries()) {
    if (!token.isFirst) continue
    const width = widthOf(indentOf(source, token.line))
    for (const edit of closeBlocks({ source, index, width, open })) edits.push(edit)
    const end = headerEnd(source, index)
    if (end === undefined) continue
    edits.push(...header(source, index, end))
    open.push({ width, indent: indentOf(source, token.line) })
  }
  const end = tokens.at(-1)?.end ?? 0
  return [...edits, ...open.reverse().map(({ indent }) => ({ start: end, end, text: `\n${indent}}` }))]
}

interface Step {
  source: Source
  index: number
  width: number
  open: { width: number; indent: string }[]
}

/** A block ends before a line that is indented no deeper than its header; a block with a closing brace stays so. */
function closeBlocks({ source, index, width, open }: Step): Edit[] {
  const edits: Edit[] = []
  const token = source.tokens[index]
  for (let top = open.at(-1); top && width <= top.width; top = open.at(-1)) {
    open.pop()
    if (width === top.width && closes(token) === '{') continue
    const at = source.tokens[index - 1]?.end ?? 0
    const isFollowed = width === top.width && isWord(token, 'else', 'elif', 'except', 'finally', 'catch')
    edits.push(
      isFollowed
        ? { start: token?.start ?? at, end: token?.start ?? at, text: '} ' }
        : { start: at, end: at, text: `\n${top.indent}}` },
    )
  }
  return edits
}

/** The index of the colon at the end of a header; undefined for other lines. */
function headerEnd({ tokens, parent, partner }: Source, index: number): number | undefined {
  const start = isPunctuation(tokens[index], '}') ? index + 1 : index
  const isMethod = isPlainName(tokens[start]) && isPunctuation(tokens[start + 1], '(')
  if (!HEADERS.includes(tokens[start]?.text ?? '') && !isMethod) return undefined
  let at = start
  while (at + 1 < tokens.length && !tokens[at + 1]?.isFirst) at++
  const isInside = opens(tokens[parent[start] ?? -1]) === '(' || opens(tokens[parent[start] ?? -1]) === '['
  if (isMethod && partner.get(start + 1) !== at - 1) return undefined
  return isPunctuation(tokens[at], ':') && tokens[at + 1]?.isFirst && !isInside ? at : undefined
}

function header(source: Source, index: number, end: number): Edit[] {
  const { tokens, partner } = source
  const start = isPunctuation(tokens[index], '}') ? index + 1 : index
  const [word, first, colon, last] = [tokens[start], tokens[start + 1], tokens[end], tokens[end - 1]]
  if (!word || !first || !colon || !last) return []
  const brace = { start: last.end, end: colon.end, text: ' {' }
  if (isWord(word, 'for') && isPlainName(first)) return [...loop(source, start, end), brace]
  if (isWord(word, 'except')) return [caught(source, start, end), brace]
  if (isWord(word, 'class')) return [...inherits(source, start), brace]
  const isWrapped = isPunctuation(first, '(') && partner.get(start + 1) === end - 1
  if (!isWord(word, 'if', 'elif', 'while', 'switch') || isWrapped) return [brace]
  return [
    { start: first.start, end: first.start, text: '(' },
    { ...brace, text: ') {' },
  ]
}

/** `for x in xs` iterates over values, `for i in range(a, b)` over numbers. */
function loop({ tokens, code }: Source, start: number, end: number): Edit[] {
  const [variable, word, list, last] = [
    tokens[start + 1],
    tokens.slice(start, end).find((token) => isWord(token, 'in', 'of')),
    tokens[start + 3],
    tokens[end - 1],
  ]
  if (!variable || !word || !last || !list) return []
  if (isWord(list, 'range') && isWord(tokens[start + 2], 'in')) {
    const inside = code.slice(tokens[start + 4]?.end ?? 0, last.start).split(',')
    const [from, to] = inside.length === 1 ? ['0', inside[0]] : inside
    const name = variable.text
    const step = inside[2] === undefined ? `${name}++` : `${name} += ${inside[2].trim()}`
    return [
      {
        start: variable.start,
        end: last.end,
        text: `(let ${name} = ${from?.trim()}; ${name} < ${to?.trim()}; ${step})`,
      },
    ]
  }
  const isPair = isPunctuation(tokens[start + 2], ',')
  const names = code.slice(variable.start, word.start).trim()
  return [
    { start: variable.start, end: word.end, text: `(const ${isPair ? `[${names}]` : names} of` },
    { start: last.end, end: last.end, text: ')' },
  ]
}

function caught({ tokens }: Source, start: number, end: number): Edit {
  const [word, last, name] = [tokens[start], tokens[end - 1], tokens[end - 1]]
  const isNamed = isWord(tokens[end - 2], 'as') && isPlainName(name)
  return { start: word?.start ?? 0, end: last?.end ?? 0, text: isNamed ? `catch (${name.text})` : 'catch' }
}

/** `class Dog(Animal):`. */
function inherits({ tokens }: Source, start: number): Edit[] {
  const [opener, name, closer] = [tokens[start + 2], tokens[start + 3], tokens[start + 4]]
  if (!isPunctuation(opener, '(') || !opener || !closer) return []
  if (isPunctuation(name, ')') && name) return [{ start: opener.start, end: name.end, text: '' }]
  return name && isPunctuation(closer, ')')
    ? [{ start: opener.start, end: closer.end, text: ` extends ${name.text}` }]
    : []
}
