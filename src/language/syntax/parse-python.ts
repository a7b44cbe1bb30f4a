import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs'
import { pythonNesting } from './python-nesting.ts'
import type { Parse, SyntaxProblem } from './syntax.ts'

/** What Python refuses when it compiles and Ruff counts among its rules: break, continue, yield, return and await out of place. */
const COMPILE_ERRORS = ['F701', 'F702', 'F704', 'F706', 'PLE1142']

/** The oldest Python that hosts have: what it parses, newer ones parse too. */
const TARGET = 'py311'

/** Ruff calls itself for each level: from two thousand on it runs out of stack, and its thread has to end. People stay far below. */
const MOST_NESTING = 1_500

interface Diagnostic {
  message: string
  start_location: { row: number; column: number }
}

/** Ruff's parser, in WebAssembly: a source that exhausts it all the same ends this thread at worst, never the server. */
export function createPythonParser(): Parse {
  const workspace = new Workspace(
    { 'target-version': TARGET, lint: { select: COMPILE_ERRORS } },
    PositionEncoding.Utf16,
  )
  return (source) => {
    // A source nests no deeper than it is long.
    if (source.length > MOST_NESTING && pythonNesting(source) > MOST_NESTING) return null
    const found = workspace.check(source) as Diagnostic[]
    const starts = found.length > 0 ? startsOfLines(source) : []
    return found.map(({ message, start_location: { row, column } }): SyntaxProblem => {
      const offset = Math.min((starts[row - 1] ?? source.length) + column - 1, source.length)
      return { message, line: row, column, offset }
    })
  }
}

function startsOfLines(source: string): number[] {
  return [0, ...Array.from(source.matchAll(/\r\n|\n|\r/g), (ending) => ending.index + ending[0].length)]
}
