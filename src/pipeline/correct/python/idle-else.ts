import { readProgram } from './program.ts'

const LOOPS = new Set(['for', 'while'])

/** Whether a loop has an `else` and nothing that could break out of it: the `else` was meant for a condition that lost its place. */
export function hasIdleElse(code: string): boolean {
  const { statements } = readProgram(code)
  return statements.some((statement, index) => {
    if (statement.first.text !== 'else') return false
    const at = statements.findLastIndex((each, place) => place < index && each.width <= statement.width)
    const head = statements[at]
    if (!head || head.width !== statement.width || !LOOPS.has(head.first.text)) return false
    return !statements.slice(at, index).some(({ tokens }) => tokens.some(({ text }) => text === 'break'))
  })
}
