import type { TextEdit } from '../../contract/finding.ts'

/** Programs for each rule: those of `found` mark the place with ⟦ and ⟧, those of `clean` must get no remark. */
export type RuleSamples = Record<string, { found: readonly string[]; clean: readonly string[] }>

/** The program without its marks, and the marked places. */
export function unmark(marked: string): { source: string; places: { start: number; end: number }[] } {
  const places: { start: number; end: number }[] = []
  const open: number[] = []
  let source = ''
  for (const character of marked) {
    if (character === '⟦') open.push(source.length)
    else if (character === '⟧') places.push({ start: open.pop() ?? 0, end: source.length })
    else source += character
  }
  return { source, places: places.sort((a, b) => a.start - b.start) }
}

/** Applies the edits of one fix to the source. */
export function applied(source: string, edits: readonly TextEdit[]): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), source)
}
