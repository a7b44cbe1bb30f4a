import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { isHead } from './block-head.ts'
import { propose } from './edits.ts'
import { flatLayouts } from './flat-layouts.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { reindent } from './reindent.ts'

const MOST = 6
const UNIT = '    '

export const flatBlocks: Strategy = {
  id: 'python/flat-blocks',
  languages: ['python'],
  title: 'Nests the lines of a program that has lost its indentation',
  answers: ['IndentationError', 'SyntaxError'],
  prior: 0.9,
  propose({ code }) {
    const program = readProgram(code)
    const parts = flatParts(program)
    if (parts.length === 0) return []
    const layouts = parts.map((part) => flatLayouts(part, MOST))
    const count = Math.max(...layouts.map(({ length }) => length))
    return Array.from({ length: Math.min(count, MOST) }, (_, rank): Proposal => {
      const edits = parts.flatMap((part, index) =>
        editsOf(program, part, layouts[index]?.[rank]?.depths ?? layouts[index]?.[0]?.depths ?? []),
      )
      return propose(edits, 'nested the lines, which had lost their depth', 0.95 - rank * 0.05)
    }).filter(({ edits }) => edits.length > 0)
  },
}

/** Runs of statements at one depth in which heads have no block. A single one is a line that slipped, which `python/indentation` moves. */
function flatParts({ statements }: Program): Statement[][] {
  const runs: Statement[][] = []
  for (const statement of statements) {
    const run = runs.at(-1)
    if (run?.[0]?.width === statement.width) run.push(statement)
    else runs.push([statement])
  }
  const flat = runs.filter((run) => bare(run) > 0)
  return flat.reduce((sum, run) => sum + bare(run), 0) > 1 ? flat : []
}

/** The number of heads that are followed by a line of their own depth. */
const bare = (run: readonly Statement[]): number => run.slice(0, -1).filter(isHead).length

function editsOf(program: Program, part: Statement[], depths: readonly number[]): Edit[] {
  const base = part[0]?.indent ?? ''
  return part.flatMap((statement, index) => {
    const depth = depths[index] ?? 0
    return depth === 0 ? [] : reindent(program, [statement], base + UNIT.repeat(depth))
  })
}
