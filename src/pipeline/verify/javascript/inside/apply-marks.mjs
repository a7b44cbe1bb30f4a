/**
 * The program with everything put into it. Marks are `[start, open, end, close]`: text before and behind a piece. Cuts
 * and the mutant are `[start, end, text]`: text instead of a piece, which loses the marks inside of it.
 */
export function applyMarks(code, { marks, cuts, mutant }) {
  const isInside = (start, end, [from, to]) => to > from && start >= from && end <= to
  const isCut = cuts.some((cut) => mutant && isInside(mutant[0], mutant[1], cut))
  const pieces = mutant && !isCut ? [...cuts, mutant] : cuts
  const edits = pieces.map(([start, end, text]) => ({ start, end, text, rank: 0 }))
  marks.forEach(([start, open, end, close], index) => {
    if (pieces.some((piece) => isInside(start, end, piece))) return
    edits.push({ start, end: start, text: open, rank: index + 1 })
    // At one offset the mark that was opened last is closed first, and all of it before something new is opened.
    if (close) edits.push({ start: end, end, text: close, rank: -index - 1 })
  })
  edits.sort((one, other) => one.start - other.start || one.end - other.end || one.rank - other.rank)
  let text = ''
  let at = 0
  for (const edit of edits) {
    text += code.slice(at, edit.start) + edit.text
    at = Math.max(at, edit.end)
  }
  return text + code.slice(at)
}
