import type { Edit } from '../strategy.ts'
import { insert } from './edits.ts'
import type { Program } from './program.ts'

/** An import as a new line: behind the comment and docstring at the top and `from __future__`, before everything else. */
export function addImport({ statements, lines, code }: Program, line: string): Edit {
  const text = line.endsWith('\n') ? line : `${line}\n`
  let at = 0
  const [first] = statements
  const isDocstring = first?.tokens.length === 1 && first.first.kind === 'string'
  let last = isDocstring ? first : undefined
  for (const statement of statements) {
    if (statement === last && isDocstring) continue
    if (statement.first.text !== 'from' || statement.tokens[1]?.text !== '__future__') break
    last = statement
  }
  if (last) at = (lines[last.lastLine - 1]?.end ?? 0) + 1
  else at = startOf(lines.map((each) => each.text))
  return at > code.length ? insert(code.length, `\n${text}`) : insert(at, text)
}

/** The offset behind a shebang and the line that names an encoding. */
function startOf(lines: string[]): number {
  let at = 0
  for (const text of lines.slice(0, 2)) {
    if (!/^#!|^#.*coding[:=]/.test(text)) break
    at += text.length + 1
  }
  return at
}
