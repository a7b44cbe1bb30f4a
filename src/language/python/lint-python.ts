import { PositionEncoding, Workspace, type Diagnostic as WorkspaceDiagnostic } from '@astral-sh/ruff-wasm-nodejs'
import type { TextEdit } from '../../contract/finding.ts'
import { depthOf } from '../tree/depth-of.ts'
import type { Tree } from '../tree/tree.ts'

/** The oldest Python that hosts have: newer ones parse everything that it parses. */
const TARGET = 'py311'

/** Ruff takes seconds for thousands of undefined names. */
const MOST_LENGTH = 100_000
/** Ruff recurses for each level, and an exhausted stack ends it for all later programs. People stay far below. */
const MOST_DEPTH = 300

/** One remark of Ruff, with offsets in UTF-16 units. */
export interface RuffDiagnostic {
  /** The code of the rule, such as `S506`, or `invalid-syntax`. */
  code: string
  message: string
  start: number
  end: number
  fix?: { title: string; edits: TextEdit[] }
}

/**
 * Ruff with a choice of its rules, in WebAssembly. Creating one takes long, each use a millisecond or so. It says nothing about
 * programs that are too long or nested too deep for it; should one exhaust it all the same, it throws, and the thread has to end.
 */
export function createPythonLint(select: readonly string[]): (tree: Tree) => RuffDiagnostic[] {
  const workspace = new Workspace({ 'target-version': TARGET, lint: { select } }, PositionEncoding.Utf16)
  return ({ source, root }) => {
    if (source.length > MOST_LENGTH || depthOf(root) > MOST_DEPTH) return []
    const found = workspace.check(source) as WorkspaceDiagnostic[]
    if (found.length === 0) return []
    const offsetOf = offsetsIn(source)
    return found.map((diagnostic) => readDiagnostic(diagnostic, offsetOf))
  }
}

interface Location {
  row: number
  column: number
}

function readDiagnostic(found: WorkspaceDiagnostic, offsetOf: (location: Location) => number): RuffDiagnostic {
  const place = { start: offsetOf(found.start_location), end: offsetOf(found.end_location) }
  const diagnostic = { code: found.code ?? 'invalid-syntax', message: found.message, ...place }
  if (!found.fix) return diagnostic
  const edits = found.fix.edits.map((edit) => ({
    start: offsetOf(edit.location),
    end: offsetOf(edit.end_location),
    text: edit.content ?? '',
  }))
  return { ...diagnostic, fix: { title: found.fix.message ?? found.message, edits } }
}

function offsetsIn(source: string): (location: Location) => number {
  const starts = [0, ...Array.from(source.matchAll(/\r\n|\n|\r/g), (ending) => ending.index + ending[0].length)]
  return ({ row, column }) => Math.min((starts[row - 1] ?? source.length) + column - 1, source.length)
}
