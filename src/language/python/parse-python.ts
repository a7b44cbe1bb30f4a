import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs'
import { lineStarts } from '../line-starts.ts'
import type { Parse, SyntaxProblem } from '../syntax/syntax.ts'
import { pythonNesting } from './nesting.ts'

/** Errors of Python's compiler that Ruff has as rules: break, continue, yield, return and await out of place. */
const COMPILE_ERRORS = ['F701', 'F702', 'F704', 'F706', 'PLE1142']

/** The oldest Python that hosts have: newer ones parse everything that it parses. */
const TARGET = 'py311'

/** Ruff recurses for each level: from two thousand on its stack overflows, and the thread has to end. People stay far below. */
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
    // Nesting cannot be deeper than the source is long.
    if (source.length > MOST_NESTING && pythonNesting(source) > MOST_NESTING) return null
    const found = workspace.check(source) as Diagnostic[]
    const starts = found.length > 0 ? lineStarts(source) : []
    return found.map(({ message, start_location: { row, column } }): SyntaxProblem => {
      const offset = Math.min((starts[row - 1] ?? source.length) + column - 1, source.length)
      return { message, line: row, column, offset }
    })
  }
}
