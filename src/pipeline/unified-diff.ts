import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** Finding the shortest list of changes takes quadratic time; beyond this number the whole text becomes one change. */
const MOST_CHANGES = 400
const CONTEXT = 3

/** The changes as a unified diff; the file is named like the program. */
export const unifiedDiff = (before: string, after: string, fileName: string): string =>
  createTwoFilesPatch(`a/${fileName}`, `b/${fileName}`, before, after, '', '', {
    context: CONTEXT,
    headerOptions: FILE_HEADERS_ONLY,
    maxEditLength: MOST_CHANGES,
  }) ?? wholeDiff(before, after, fileName)

/** All old lines removed, all new lines added, apart from the common beginning and end. */
function wholeDiff(before: string, after: string, fileName: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  const most = Math.min(old.length, fresh.length)
  let head = 0
  while (head < most && old[head] === fresh[head]) head++
  let tail = 0
  while (tail < most - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++
  const from = Math.max(0, head - CONTEXT)
  const kept = Math.min(tail, CONTEXT)
  const place = (lines: string[]) => {
    const length = lines.length - tail + kept - from
    return `${length === 0 ? from : from + 1},${length}`
  }
  const shown = [
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...fresh.slice(head, fresh.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + kept).map((line) => ` ${line}`),
  ].map((line) => (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`))
  return `--- a/${fileName}\n+++ b/${fileName}\n@@ -${place(old)} +${place(fresh)} @@\n${shown.join('')}`
}

/** The lines, each with its ending. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []
