import { table } from './table.ts'
import type { Token } from './tokens.ts'

export const CLOSER = table<string>({ '(': ')', '[': ']', '{': '}' })
export const OPENER = table<string>({ ')': '(', ']': '[', '}': '{' })

export interface Brackets {
  /** Openers that no closer answers. */
  unclosed: Token[]
  /** Closers where nothing is open. */
  unmatched: Token[]
  /** A closer of another kind than the bracket that is open there. */
  mismatched: { open: Token; close: Token }[]
}

/** A closer of the wrong kind answers an opener further out when there is one of its kind. */
export function matchBrackets(tokens: readonly Token[]): Brackets {
  const found: Brackets = { unclosed: [], unmatched: [], mismatched: [] }
  const stack: Token[] = []
  for (const token of tokens) {
    if (token.kind === 'open') stack.push(token)
    if (token.kind !== 'close') continue
    const open = stack.at(-1)
    if (!open) found.unmatched.push(token)
    else {
      if (CLOSER[open.text] !== token.text) found.mismatched.push({ open, close: token })
      stack.pop()
    }
  }
  found.unclosed = stack
  return found
}

/** An opener that is open, and the one around it. */
export interface Open {
  token: Token
  /** Its place among the tokens. */
  index: number
  outer: Open | undefined
}

/** What is open before each token, and behind the last. */
export function openBefore(tokens: readonly Token[]): (Open | undefined)[] {
  const before: (Open | undefined)[] = []
  let open: Open | undefined
  for (const [index, token] of tokens.entries()) {
    before.push(open)
    if (token.kind === 'open') open = { token, index, outer: open }
    else if (token.kind === 'close') open = open?.outer
  }
  before.push(open)
  return before
}

/** Index of the bracket that answers the one at `index`, or -1. */
export function partnerOf(tokens: readonly Token[], index: number): number {
  const step = tokens[index]?.kind === 'open' ? 1 : -1
  let depth = 0
  for (let at = index; at >= 0 && at < tokens.length; at += step) {
    const kind = tokens[at]?.kind
    if (kind === 'open') depth += step
    else if (kind === 'close') depth -= step
    if (depth === 0) return at
  }
  return -1
}
