import type { Edit } from '../strategy.ts'
import type { Program, Statement } from './program.ts'

/** Moves the first line of the statements to `indent`, and all others by the same width. */
export function reindent({ lines }: Program, statements: Statement[], indent: string): Edit[] {
  const from = statements[0]?.indent ?? ''
  const edits: Edit[] = []
  for (const { line, lastLine } of statements) {
    for (let number = line; number <= lastLine; number++) {
      const at = lines[number - 1]
      if (!at || at.text.trim() === '') continue
      const rest = at.indent.startsWith(from) ? at.indent.slice(from.length) : ''
      edits.push({ start: at.start, end: at.start + at.indent.length, text: indent + rest })
    }
  }
  return edits
}
