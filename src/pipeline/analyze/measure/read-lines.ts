import { lineAt, lineStarts } from '../../../language/line-starts.ts'

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
  const starts = lineStarts(source)
  if (starts.at(-1) !== source.length) starts.push(source.length)
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

function behindBlanks(source: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlankCode(source.charCodeAt(at))) at++
  return at
}

const isBlankCode = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0xfeff
