import { isPunctuation, isWord } from './grammar.ts'
import { closes, indentOf, opens, type Source, widthOf } from './read-source.ts'

/** A bracket without its other half, according to the indentation of the code. */
export type LayoutFinding =
  | { kind: 'unclosed'; opener: number; before: number; alsoOpen: number[] }
  | { kind: 'unopened'; closer: number }

interface Open {
  index: number
  opens: string
  width: number
  line: number
  /** The content of the brace is not indented, so indentation says nothing about it. */
  isFlat: boolean
}

const MOST_FINDINGS = 4

/** Reads brackets together with indentation, which shows the bracket without a partner much better than counting. */
export function braceLayout(source: Source): LayoutFinding[] {
  const found: LayoutFinding[] = []
  const stack: Open[] = []
  for (const [index, token] of source.tokens.entries()) {
    if (found.length >= MOST_FINDINGS) return found
    const width = token.isFirst ? widthOf(indentOf(source, token.line)) : undefined
    if (width !== undefined) {
      noticeFlat({ source, index, width, top: stack.at(-1) })
      for (const each of closeBefore({ source, index, width, stack })) found.push(each)
    }
    if (closes(token) !== undefined) found.push(...closeWith({ source, index, width, stack }))
    const opened = opens(token)
    if (opened === undefined) continue
    stack.push({ index, opens: opened, width: widthOf(indentOf(source, token.line)), line: token.line, isFlat: false })
  }
  const left = stack.slice(-MOST_FINDINGS).reverse()
  return [...found, ...left.map((open) => unclosed({ open, before: source.tokens.length, stack: [] }))]
}

interface Step {
  source: Source
  index: number
  width: number | undefined
  stack: Open[]
}

function noticeFlat({
  source,
  index,
  width,
  top,
}: {
  source: Source
  index: number
  width: number
  top: Open | undefined
}) {
  if (top?.index !== index - 1 || closes(source.tokens[index]) !== undefined) return
  top.isFlat = width <= top.width
}

/** A line indented no deeper than the line of an open brace shows that the brace should be closed by now. */
function closeBefore({ source, index, width = 0, stack }: Step): LayoutFinding[] {
  const token = source.tokens[index]
  const found: LayoutFinding[] = []
  for (let top = stack.at(-1); top && !top.isFlat && top.line < (token?.line ?? 0); top = stack.at(-1)) {
    const isCloser = closes(token) !== undefined
    // A lost brace before an `else` may have left its space.
    const slack = isWord(token, 'else', 'catch', 'finally') ? 1 : 0
    const isBeside = width <= top.width + slack && top.opens === '{' && !goesOn(source, index, top.index)
    const isOut = isCloser ? width < top.width : isBeside
    if (!isOut || (isCloser && top.opens !== '{')) return found
    stack.pop()
    found.push(unclosed({ open: top, before: index, stack }))
  }
  return found
}

/** A line that carries on the one before, or a case of the switch with the open brace. */
function goesOn({ tokens }: Source, index: number, brace: number): boolean {
  const token = tokens[index]
  if (isWord(token, 'case', 'default')) return isPunctuation(tokens[brace - 1], ')')
  return token?.kind === 'punctuation' && !isPunctuation(token, '{', '(', '[', '...', '@', '!')
}

function closeWith({ source, index, width, stack }: Step): LayoutFinding[] {
  const kind = closes(source.tokens[index])
  const top = stack.at(-1)
  if (top === undefined) return [{ kind: 'unopened', closer: index }]
  if (top.opens === kind) {
    if (
      width !== undefined &&
      kind === '{' &&
      width > top.width &&
      top.line < (source.tokens[index]?.line ?? 0) &&
      !top.isFlat
    ) {
      return [{ kind: 'unopened', closer: index }]
    }
    stack.pop()
    return []
  }
  if (stack.at(-2)?.opens !== kind) return [{ kind: 'unopened', closer: index }]
  stack.pop()
  stack.pop()
  return [{ kind: 'unclosed', opener: top.index, before: index, alsoOpen: [] }]
}

/** Parentheses opened on the same line are closed on the same line, as in `run(() => {`. */
function unclosed({ open, before, stack }: { open: Open; before: number; stack: Open[] }): LayoutFinding {
  const alsoOpen: number[] = []
  for (let top = stack.at(-1); top && top.line === open.line && top.opens !== '{'; top = stack.at(-1)) {
    alsoOpen.push(top.index)
    stack.pop()
  }
  return { kind: 'unclosed', opener: open.index, before, alsoOpen }
}
