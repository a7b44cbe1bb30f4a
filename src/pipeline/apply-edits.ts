import type { TextEdit } from '../contract/finding.ts'

/** Applies all edits at once; undefined when they overlap, lie outside, or change nothing. */
export function applyEdits(code: string, edits: readonly TextEdit[]): string | undefined {
  const inOrder = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  let result = ''
  let at = 0
  for (const { start, end, text } of inOrder) {
    if (!(start >= at && end >= start && end <= code.length)) return undefined
    result += code.slice(at, start) + text
    at = end
  }
  result += code.slice(at)
  return result === code ? undefined : result
}
