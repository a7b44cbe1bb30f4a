import type { Token } from '../../../language/python/tokens.ts'
import { table } from '../../../language/table.ts'

export const CLOSER = table<string>({ '(': ')', '[': ']', '{': '}' })
export const OPENER = table<string>({ ')': '(', ']': '[', '}': '{' })

export interface Brackets {
  /** Openers without a closer. */
  unclosed: Token[]
  /** Closers without an opener. */
  unmatched: Token[]
  /** Closers of another kind than the open bracket. */
  mismatched: { open: Token; close: Token }[]
}

/** A closer of the wrong kind closes an outer opener of its own kind, if there is one. */
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

/** An unclosed opener, and the one around it. */
export interface Open {
  token: Token
  /** Index among the tokens. */
  index: number
  outer: Open | undefined
}

/** The open bracket before each token, and behind the last one. */
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

/** Index of the bracket that pairs with the one at `index`, or -1. */
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
