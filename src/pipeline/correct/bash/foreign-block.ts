import { widthOf } from '../lines.ts'
import type { Edit, Strategy } from '../strategy.ts'
import { conditionOf } from './foreign-condition.ts'

const HEAD = /^([ \t]*)(\}[ \t]*)?(if|elif|else if|elseif|else|while|for|foreach|def)\b([^\n]*?)[ \t]*(:|\{)[ \t]*$/
const MOST_LINES = 5_000

/** Translates blocks of Python, which end with their indentation, and of JavaScript, which end with a brace. */
export const foreignBlock: Strategy = {
  id: 'bash/foreign-block',
  languages: ['bash'],
  title: 'Writes blocks of other languages with `then`, `do` and their ends',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError'],
  prior: 0.9,
  propose({ code }) {
    const edits = rewrite(code.split('\n', MOST_LINES))
    return edits && edits.length > 0 ? [{ edits, why: 'wrote the blocks as Bash has them', sureness: 0.9 }] : []
  },
}

interface Open {
  width: number
  indent: string
  closer: string
  hasBrace: boolean
}

/** Undefined when one head is not understood: half a translation is useless. */
function rewrite(lines: string[]): Edit[] | undefined {
  const edits: Edit[] = []
  const open: Open[] = []
  let start = 0
  let lastFilled = 0
  for (const text of lines) {
    const end = start + text.length
    const width = widthOf(/^[ \t]*/.exec(text)?.[0] ?? '')
    const head = /\b(?:then|do)\s+\S/.test(text) ? null : HEAD.exec(text)
    // The end may already be Bash although the head is not.
    const isEnded = new RegExp(`^[ \\t]*${open.at(-1)?.closer.replace('}', '\\}') ?? '$^'}(?!\\w)`).test(text)
    if (isEnded && width === open.at(-1)?.width) open.pop()
    const continues = head !== null && /^(?:el|else)/.test(head[3] ?? '')
    if (text.trim() !== '') {
      while (endsByIndent(open.at(-1), width, continues)) {
        const ended = open.pop()
        edits.push({ start: lastFilled, end: lastFilled, text: `\n${ended?.indent}${ended?.closer}` })
      }
    }
    const brace = /^[ \t]*\}[ \t]*;?[ \t]*$/.test(text) ? open.at(-1) : undefined
    if (head) {
      const opened = headEdit(head, start, open)
      if (!opened) return undefined
      edits.push(smallest(text, opened))
    } else if (brace?.hasBrace && brace.width === width) {
      edits.push({ start, end, text: brace.indent + brace.closer })
      open.pop()
    }
    if (text.trim() !== '') lastFilled = end
    start = end + 1
  }
  for (const { indent, closer, hasBrace } of open.reverse()) {
    if (!hasBrace) edits.push({ start: lastFilled, end: lastFilled, text: `\n${indent}${closer}` })
  }
  return joinAtSamePlace(edits)
}

function endsByIndent(open: Open | undefined, width: number, continues: boolean): boolean {
  if (!open || open.hasBrace) return false
  return width < open.width || (width === open.width && !(continues && open.closer === 'fi'))
}

function headEdit(head: RegExpExecArray, start: number, open: Open[]): Edit | undefined {
  const [whole, indent = '', , word = '', rest = '', mark] = head
  const hasBrace = mark === '{'
  // A group, or a function with its brace, is already Bash.
  if (word === 'def' && hasBrace) return undefined
  const isNext = word.startsWith('el')
  const text = conditionOf(word, rest.trim())
  if (text === undefined) return undefined
  if (!isNext) {
    const closer = word === 'if' ? 'fi' : word === 'def' ? '}' : 'done'
    open.push({ width: widthOf(indent), indent, closer, hasBrace })
  }
  return { start, end: start + whole.length, text: indent + text }
}

/** Trims the text that stays the same at both ends of an edit. */
function smallest(before: string, { start, text }: Edit): Edit {
  let head = 0
  while (head < before.length && before[head] === text[head]) head += 1
  let tail = 0
  while (tail < Math.min(before.length, text.length) - head && before.at(-1 - tail) === text.at(-1 - tail)) tail += 1
  return { start: start + head, end: start + before.length - tail, text: text.slice(head, text.length - tail) }
}

/** Joins several closing words at one place into one edit, which keeps their order. */
function joinAtSamePlace(edits: Edit[]): Edit[] {
  const joined: Edit[] = []
  for (const edit of edits) {
    const last = joined.at(-1)
    if (last && last.start === edit.start && last.end === edit.end) last.text += edit.text
    else joined.push({ ...edit })
  }
  return joined
}
