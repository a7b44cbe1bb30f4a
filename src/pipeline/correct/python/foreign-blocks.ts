import type { Edit } from '../strategy.ts'
import { HEADERS } from './close-bracket.ts'
import { replace } from './edits.ts'
import type { Line, Program } from './program.ts'

/** Translates braces around blocks, `else if`, `catch`, `switch`, and the head of a counting loop. */
export const foreignBlocks = ({ lines, statements }: Program): Edit[] => [
  ...lines.flatMap((line) => [...closingBrace(line), ...openingBrace(line), ...countingLoop(line)]),
  ...lines.flatMap(elseIf),
  ...statements.flatMap(({ tokens, first }) => {
    if (first.text === 'switch' && tokens.length > 1) return [replace(first, 'match')]
    return first.text === 'default' && tokens[1]?.text === ':' ? [replace(first, 'case _')] : []
  }),
]

const BLOCK_WORDS = new Set([
  ...HEADERS,
  'function',
  'func',
  'fn',
  'switch',
  'catch',
  'do',
  '}',
  'int',
  'void',
  'public',
  'const',
  'let',
])

function openingBrace({ tokens }: Line): Edit[] {
  const [last, before] = [tokens.at(-1), tokens.at(-2)]
  if (last?.text !== '{' || !before || !BLOCK_WORDS.has(tokens[0]?.text ?? '')) return []
  if (['=', '(', ',', '[', ':', 'in', 'return'].includes(before.text)) return []
  return [{ start: before.end, end: last.end, text: ':' }]
}

/** Removes a line with only the brace; before `else` and its kind only the brace. */
function closingBrace({ tokens, start, end, indent }: Line): Edit[] {
  const [first, next] = tokens
  if (first?.text !== '}') return []
  if (!next) return [{ start: start + indent.length, end, text: '' }]
  const isJoined = ['else', 'elif', 'catch', 'except', 'finally', 'while'].includes(next.text)
  return isJoined ? [{ start: first.start, end: next.start, text: '' }] : []
}

function elseIf({ tokens }: Line): Edit[] {
  return tokens.flatMap((token, index): Edit[] => {
    const next = tokens[index + 1]
    const startsLine = index === 0 || (index === 1 && tokens[0]?.text === '}')
    if (!startsLine || !next) return []
    if (token.text === 'else' && next.text === 'if') return [{ start: token.start, end: next.end, text: 'elif' }]
    const [, open, name, close] = tokens.slice(index)
    if (token.text === 'catch' && open?.text === '(' && name && close?.text === ')')
      return [{ start: token.start, end: close.end, text: `except Exception as ${name.text}` }]
    return token.text === 'catch' && open?.text === '{' ? [replace(token, 'except Exception')] : []
  })
}

const LOOP =
  /^(\s*)for\s*\(\s*(?:let|var|int|const)?\s*(\w+)\s*=\s*([\w.]+)\s*;\s*\w+\s*(<=?)\s*([\w.()]+)\s*;\s*(?:\w+\+\+|\+\+\w+|\w+\s*\+=\s*1)\s*\)\s*[:{]?/

function countingLoop({ text, start }: Line): Edit[] {
  const found = text.length < 300 ? LOOP.exec(text) : null
  if (!found) return []
  const [whole, indent, name, from, comparison, to = ''] = found
  const limit = to.replace(/^([\w.]+)\.length$/, 'len($1)') + (comparison === '<=' ? ' + 1' : '')
  const range = from === '0' ? limit : `${from}, ${limit}`
  return [{ start, end: start + whole.length, text: `${indent}for ${name} in range(${range}):` }]
}
