import type { ScannedBlock } from './scanned-block.ts'

export interface InlineCode {
  code: string
  start: number
  end: number
  line: number
}

/** Nobody reads longer paragraphs. */
const MAX_TEXT = 200_000

/** Code between backticks in a paragraph or heading: a run of backticks ends at the next run of the same length. */
export function inlineCode({ lines, places }: ScannedBlock): InlineCode[] {
  const text = lines.join('\n').slice(0, MAX_TEXT)
  const runs = Array.from(text.matchAll(/`+/g), ({ 0: { length }, index }) => ({ index, length }))
  const closers = nextOfSameLength(runs)
  const placeOf = createPlaceOf(lines, places)
  const found: InlineCode[] = []
  for (let at = 0; at < runs.length; ) {
    const opener = runs[at]
    const close = closers[at]
    const closer = close === undefined ? undefined : runs[close]
    if (!opener || close === undefined || !closer || text[opener.index - 1] === '\\') {
      at += 1
      continue
    }
    const { offset: start, line } = placeOf(opener.index)
    const end = placeOf(closer.index).offset + closer.length
    found.push({ code: trimmed(text.slice(opener.index + opener.length, closer.index)), start, end, line })
    at = close + 1
  }
  return found
}

/** For each run, the index of the next one with the same length. */
function nextOfSameLength(runs: { length: number }[]): (number | undefined)[] {
  const last = new Map<number, number>()
  const next: (number | undefined)[] = new Array(runs.length)
  for (const [back, { length }] of runs.toReversed().entries()) {
    const index = runs.length - 1 - back
    next[index] = last.get(length)
    last.set(length, index)
  }
  return next
}

/** Turns offsets in the joined lines into places in the whole text; only for rising offsets. */
function createPlaceOf(lines: string[], places: ScannedBlock['places']) {
  let row = 0
  let rowStart = 0
  return (index: number): { offset: number; line: number } => {
    for (; index - rowStart > (lines[row] ?? '').length && row < lines.length - 1; row++) {
      rowStart += (lines[row] ?? '').length + 1
    }
    const place = places[row] ?? { offset: 0, line: 1 }
    return { offset: place.offset + index - rowStart, line: place.line }
  }
}

/** Line endings count as spaces here, and one space on both sides only keeps backticks apart. */
function trimmed(code: string): string {
  const flat = code.replace(/\n/g, ' ')
  return flat.startsWith(' ') && flat.endsWith(' ') && flat.trim() !== '' ? flat.slice(1, -1) : flat
}
