import { type Token, tokenize } from '../../../language/javascript/tokens.ts'

/** Code in the form that strategies read. Numbers are indexes of tokens. */
export interface Source {
  code: string
  /** All tokens but comments. */
  tokens: Token[]
  comments: Token[]
  /** The other bracket of a pair, for both of them; for a template, its first and its last piece. */
  partner: Map<number, number>
  /** The innermost open bracket around a token; -1 outside of all. */
  parent: number[]
  /** Brackets that were opened and never closed, or closed and never opened. */
  alone: number[]
  /** For each open bracket without a partner: the closing bracket of another kind that came in its place. */
  cutOffBy: Map<number, number>
  /** Offsets of the lines; the first is line 1. */
  lineStarts: number[]
  /** The white space each line begins with. */
  indents: string[]
}

const CLOSES: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

let latest: Source | undefined

/** All strategies read the same code one after the other, so the latest result is kept. */
export function readSource(code: string): Source {
  if (latest?.code !== code) latest = parse(code)
  return latest
}

function parse(code: string): Source {
  const all = tokenize(code)
  const tokens = all.filter(({ kind }) => kind !== 'comment')
  const comments = all.filter(({ kind }) => kind === 'comment')
  const lineStarts = startsOfLines(code)
  const indents = lineStarts.map((start) => indentAt(code, start))
  return { code, tokens, comments, ...pairBrackets(tokens), lineStarts, indents }
}

/** The bracket that a token opens; a piece of a template may open and close at once. */
export function opens(token: Token | undefined): string | undefined {
  if (token?.kind === 'template') return token.text.endsWith('${') && !token.isUnclosed ? '${' : undefined
  return token?.kind === 'punctuation' && '([{'.includes(token.text) ? token.text : undefined
}

export function closes(token: Token | undefined): string | undefined {
  if (token?.kind === 'template') return token.text.startsWith('}') ? '${' : undefined
  return token?.kind === 'punctuation' ? CLOSES[token.text] : undefined
}

function pairBrackets(tokens: Token[]): Pick<Source, 'partner' | 'parent' | 'alone' | 'cutOffBy'> {
  const partner = new Map<number, number>()
  const parent: number[] = []
  const alone: number[] = []
  const cutOffBy = new Map<number, number>()
  const stack: { index: number; opens: string; head: number }[] = []
  const open = new Map<string, number>()
  const count = (kind: string, change: number) => open.set(kind, (open.get(kind) ?? 0) + change)
  for (const [index, token] of tokens.entries()) {
    const [closed, opened] = [closes(token), opens(token)]
    let head = index
    if (closed !== undefined && !open.get(closed)) alone.push(index)
    else if (closed !== undefined) {
      for (let top = stack.pop(); top; top = stack.pop()) {
        count(top.opens, -1)
        if (top.opens === closed) {
          head = top.head
          break
        }
        alone.push(top.index)
        cutOffBy.set(top.index, index)
      }
      if (opened === undefined) partner.set(index, head).set(head, index)
    }
    parent.push(stack.at(-1)?.index ?? -1)
    if (opened === undefined) continue
    stack.push({ index, opens: opened, head })
    count(opened, 1)
  }
  for (const { index } of stack) alone.push(index)
  return { partner, parent, cutOffBy, alone: alone.sort((one, other) => one - other) }
}

function startsOfLines(code: string): number[] {
  const starts = [0]
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The text of a line, from 1, without its end. */
export function lineText({ code, lineStarts }: Source, line: number): string {
  const start = lineStarts[line - 1]
  if (start === undefined) return ''
  return code.slice(start, lineStarts[line] ?? code.length).replace(/\r?\n$/, '')
}

function indentAt(code: string, start: number): string {
  let end = start
  while (code[end] === ' ' || code[end] === '\t') end++
  return code.slice(start, end)
}

export const indentOf = ({ indents }: Source, line: number): string => indents[line - 1] ?? ''

/** Width in columns; a tab is four. */
export const widthOf = (indent: string): number => indent.replaceAll('\t', '    ').length
