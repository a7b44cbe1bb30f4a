export interface Span {
  start: number
  end: number
}

/** The lines of a source by kind: each is code, a comment alone, or blank. */
export interface SourceLines {
  total: number
  code: number
  comment: number
  blank: number
  /** Counts from 1. */
  lineAt(offset: number): number
  /** The number of lines with code from one line to the other, both included. */
  codeBetween(line: number, endLine: number): number
}

/** `comments` come in the order of the source. */
export function readLines(source: string, comments: readonly Span[]): SourceLines {
  const starts = startsOf(source)
  const total = starts.length - 1
  const codeBefore = new Int32Array(total + 1)
  let [blank, comment, next] = [0, 0, 0]
  for (let line = 0; line < total; line++) {
    const end = starts[line + 1] as number
    let at = behindBlanks(source, starts[line] as number, end)
    if (at === end) blank += 1
    const isBlank = at === end
    for (; next < comments.length && (comments[next] as Span).start <= at; next++) {
      const covered = (comments[next] as Span).end
      if (covered > at) at = behindBlanks(source, Math.min(covered, end), end)
      // The comment goes on in the next line.
      if (covered >= end) break
    }
    const isCode = at < end
    if (!isCode && !isBlank) comment += 1
    codeBefore[line + 1] = (codeBefore[line] as number) + (isCode ? 1 : 0)
  }
  return {
    total,
    code: codeBefore[total] as number,
    comment,
    blank,
    lineAt: (offset) => lineAt(starts, offset),
    codeBetween: (line, endLine) =>
      (codeBefore[Math.min(endLine, total)] as number) - (codeBefore[Math.min(line - 1, total)] as number),
  }
}

/** Offsets of the beginning of each line, and of the end of the source. Lines end with \n, \r\n or \r. */
function startsOf(source: string): number[] {
  const starts = [0]
  for (let at = 0; at < source.length; at++) {
    const code = source.charCodeAt(at)
    if (code === 10 || (code === 13 && source.charCodeAt(at + 1) !== 10)) starts.push(at + 1)
  }
  if (starts.at(-1) !== source.length) starts.push(source.length)
  return starts
}

function behindBlanks(source: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlankCode(source.charCodeAt(at))) at++
  return at
}

const isBlankCode = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0xfeff

function lineAt(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] as number) <= offset) low = middle
    else high = middle
  }
  return low + 1
}
