import { lineAt, widthOf } from '../lines.ts'
import type { BashToken } from './read-bash.ts'

/** An `if`, a loop, a `case` or a group that has not ended yet. */
export interface Block {
  closer: 'fi' | 'done' | 'esac' | '}'
  opener: BashToken
  /** Between `if` and `then`, `while` and `do`, `case` and `in`. */
  isInHead: boolean
}

/** A fault in the blocks of a program, and the token at which it shows. */
export interface BlockFault {
  kind: 'unclosed' | 'headless' | 'stray' | 'unended-branch' | 'empty'
  /** Absent for `stray`. */
  block?: Block
  /** Undefined at the end of the program. */
  at: BashToken | undefined
}

const OPENERS = new Map<string, Block['closer']>([
  ['if', 'fi'],
  ['while', 'done'],
  ['until', 'done'],
  ['for', 'done'],
  ['select', 'done'],
  ['case', 'esac'],
  ['{', '}'],
])
const CLOSERS = new Set(['fi', 'done', 'esac', '}'])
const STARTS = new Map<string, Block['closer']>([
  ['then', 'fi'],
  ['do', 'done'],
])

/** The first fault. Blocks end by their closing words alone or, with `byIndent`, by their indentation too. */
export function findBlockFault(code: string, tokens: BashToken[], byIndent: boolean): BlockFault | undefined {
  const stack: Block[] = []
  const own = tokens.filter((token) => token.depth === 0 && token.kind !== 'comment' && token.kind !== 'document')
  for (const [index, token] of own.entries()) {
    const top = stack.at(-1)
    if (top?.closer === 'esac' && top.isInHead && token.text === 'in') top.isInHead = false
    const isUnnamed = top?.closer === 'esac' && top.isInHead
    if (isUnnamed && token.kind === 'newline' && own[index + 1]?.text !== 'in')
      return { kind: 'headless', block: top, at: token }
    if (top?.closer === 'esac' && !top.isInHead && isPatternInBody(own, index))
      return { kind: 'unended-branch', block: top, at: token }
    if (byIndent && top?.closer === 'esac' && !top.isInHead && leavesCase(code, own, index, top))
      return { kind: 'unclosed', block: top, at: token }
    if (!token.isCommand) continue
    const fault = step({ code, stack, token, byIndent }) ?? emptyBody(own, index)
    if (fault) return fault
  }
  const [last] = stack.slice(-1)
  return last && { kind: last.isInHead ? 'headless' : 'unclosed', block: last, at: undefined }
}

interface Step {
  code: string
  stack: Block[]
  token: BashToken
  byIndent: boolean
}

function step({ code, stack, token, byIndent }: Step): BlockFault | undefined {
  const top = stack.at(-1)
  const { text } = token
  const opened = OPENERS.get(text)
  if (opened) {
    stack.push({ closer: opened, opener: token, isInHead: text !== '{' })
    return undefined
  }
  const started = STARTS.get(text)
  if (started) {
    if (top?.closer !== started || !top.isInHead) return wrong(stack, token, started)
    top.isInHead = false
  }
  if (text === 'else' || text === 'elif') {
    if (top?.closer !== 'fi' || top.isInHead) return wrong(stack, token, 'fi')
    top.isInHead = text === 'elif'
  }
  if (!CLOSERS.has(text)) return undefined
  if (top?.closer !== text || top.isInHead) return wrong(stack, token, text)
  if (byIndent && closesOuter({ code, stack, token })) return { kind: 'unclosed', block: top, at: token }
  stack.pop()
  return undefined
}

/** `token` belongs to a block with this closer, but the innermost block is another one, or has not begun. */
function wrong(stack: Block[], token: BashToken, closer: string): BlockFault {
  const top = stack.at(-1)
  if (top?.closer === closer && top.isInHead) return { kind: 'headless', block: top, at: token }
  const isInside = stack.some((block) => block.closer === closer)
  return isInside && top ? { kind: 'unclosed', block: top, at: token } : { kind: 'stray', at: token }
}

/** The closing word stands below the opening word of an outer block of the same kind. */
function closesOuter({ code, stack, token }: Omit<Step, 'byIndent'>): boolean {
  const width = ownWidth(code, token)
  const top = stack.at(-1)
  if (width === undefined || !top || width >= (ownWidth(code, top.opener) ?? -1)) return false
  return stack.slice(0, -1).some(({ closer, opener }) => closer === top.closer && lineWidth(code, opener) === width)
}

const lineWidth = (code: string, token: BashToken): number => widthOf(lineAt(code, token.start).indent)

/** The token's indentation, if it is the first of its line. */
function ownWidth(code: string, token: BashToken): number | undefined {
  const { start, indent } = lineAt(code, token.start)
  return start + indent.length === token.start ? widthOf(indent) : undefined
}

/** In the place of a pattern, a line no further in than its `case` begins a command. */
function leavesCase(code: string, tokens: BashToken[], index: number, { opener }: Block): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]]
  if (!token?.isPattern || tokens[index - 1]?.kind !== 'newline' || token.text === 'esac') return false
  const isPattern = next?.text === ')' || next?.text === '|' || /[)|]$/.test(token.text)
  return !isPattern && (ownWidth(code, token) ?? Number.POSITIVE_INFINITY) <= lineWidth(code, opener)
}

/** `word)` at the start of a line, in place of a command: the branch before was not ended. */
function isPatternInBody(tokens: BashToken[], index: number): boolean {
  const isFirst = tokens[index]?.isCommand === true && tokens[index - 1]?.kind === 'newline'
  if (!isFirst || OPENERS.has(tokens[index]?.text ?? '')) return false
  let next = index + 1
  while (tokens[next]?.text === '|' && tokens[next + 1]?.kind === 'word') next += 2
  return tokens[next]?.text === ')'
}

const NEEDS_BODY = new Set(['then', 'do', 'else', '{'])

/** A body of nothing but comments. */
function emptyBody(tokens: BashToken[], index: number): BlockFault | undefined {
  if (!NEEDS_BODY.has(tokens[index]?.text ?? '')) return undefined
  const next = tokens.slice(index + 1, index + 50).find(({ kind }) => kind !== 'newline')
  const isEmpty = next?.isCommand && (CLOSERS.has(next.text) || next.text === 'else' || next.text === 'elif')
  return isEmpty ? { kind: 'empty', at: tokens[index] } : undefined
}
