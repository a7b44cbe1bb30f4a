/** The code in question may begin a line or two before the change, or end behind it. */
const CONTEXT_LINES = 3

/** Both texts without their common first and last lines, but for a few lines of context. */
export function changedPart(before: string, after: string): { before: string; after: string } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let tail = 0
  while (
    tail < most - start &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail++
  }
  const from = lineBefore(before, start)
  const kept = before.length - lineBehind(before, before.length - tail)
  return { before: before.slice(from, before.length - kept), after: after.slice(from, after.length - kept) }
}

/** The start of a line, a few lines above this offset. */
function lineBefore(text: string, at: number): number {
  let start = at
  for (let line = 0; line <= CONTEXT_LINES && start > 0; line++) start = text.lastIndexOf('\n', start - 1)
  return Math.max(0, start + 1 - (start <= 0 ? 1 : 0))
}

/** The end of a line, a few lines below this offset. */
function lineBehind(text: string, at: number): number {
  let end = at
  for (let line = 0; line <= CONTEXT_LINES; line++) {
    const next = text.indexOf('\n', end)
    if (next === -1) return text.length
    end = next + 1
  }
  return end
}
