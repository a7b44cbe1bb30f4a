import type { Edit } from '../strategy.ts'
import { findAdjacent } from './adjacency.ts'
import type { Line, Program } from './program.ts'

/** Translates `// text` and the lines of a block comment. */
export function foreignComments({ lines }: Program): Edit[] {
  const edits: Edit[] = []
  let isInside = false
  for (const line of lines) {
    const { start, text, indent } = line
    const opened: number = isInside ? 0 : blockStart(line)
    if (opened !== -1) {
      isInside = !text.includes('*/', opened + (isInside ? 0 : 2))
      edits.push(...commentOut(line, opened))
    } else if (text.startsWith('//', indent.length)) {
      edits.push({ start: start + indent.length, end: start + indent.length + 2, text: '#' })
    } else {
      const at = trailing(line)
      if (at !== undefined) edits.push({ start: at, end: at + 2, text: '#' })
    }
  }
  return edits
}

/** The offset of `/*` outside of texts, where it is no operator of Python. */
function blockStart({ tokens, start, text }: Line): number {
  const at = text.indexOf('/*')
  if (
    at === -1 ||
    tokens.some((token) => token.kind === 'string' && token.start < start + at && start + at < token.end)
  )
    return -1
  return at
}

function commentOut({ start, text, indent }: Line, opened: number): Edit[] {
  const edits: Edit[] = []
  const at = opened === 0 ? indent.length : opened
  const mark = /^\/\*+(?!\/)|^\*+(?!\/)/.exec(text.slice(at))?.[0] ?? ''
  if (text.trim() !== '')
    edits.push({ start: start + at, end: start + at + mark.length, text: `#${mark || text[at] === ' ' ? '' : ' '}` })
  const end = text.indexOf('*/')
  if (end >= at + mark.length)
    edits.push({
      start: start + end,
      end: start + end + 2,
      text: text.slice(end + 2).trim() === '' ? '' : `\n${indent}`,
    })
  return edits
}

/** Words side by side, or no divisor, distinguish a comment from a division. */
function trailing({ tokens }: Line): number | undefined {
  const at = tokens.findIndex(({ text }) => text === '//')
  const token = tokens[at]
  if (!token) return undefined
  const [before, rest] = [tokens[at - 1]?.text ?? '', tokens.slice(at + 1)]
  const isComment =
    rest.length === 0 ||
    [';', '{', '}', ':', ','].includes(before) ||
    findAdjacent(rest).length > 0 ||
    rest.some(({ string }) => string && !string.isClosed)
  return isComment ? token.start : undefined
}
