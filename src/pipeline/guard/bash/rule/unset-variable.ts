import type { Spot } from '../../rule.ts'
import type { Value } from '../read/bash-program.ts'

/** Whether a path begins with a variable that may be empty. */
export function startsWithUnknown({ text, unknowns }: Value): boolean {
  const [first] = unknowns
  return first !== undefined && !first.isNeverEmpty && text.startsWith(`\${${first.name}}`)
}

/** `$X/…` becomes `"${X:?}"/…`, if it is written so plainly that nothing else changes. */
export function nonEmptyFix({ unknowns }: Value, source: string): Spot['fix'] | undefined {
  const [first] = unknowns
  const [, bare, braced] = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})$/.exec(first ? writtenAt(first, source) : '') ?? []
  const name = bare ?? braced
  if (!first || name === undefined) return undefined
  const text = first.isQuoted ? `\${${name}:?}` : `"\${${name}:?}"`
  return { title: `Stop when ${name} is empty`, edits: [{ start: first.start, end: first.end, text }] }
}

const LONGEST = 100

const writtenAt = ({ start, end }: { start: number; end: number }, source: string): string =>
  end - start > LONGEST ? '' : source.slice(start, end)
