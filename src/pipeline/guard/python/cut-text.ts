const QUOTE = /"""|'''/

/**
 * A cut-out that begins inside of a docstring has a closing triple quote first, and everything behind it would be read as text. The lines up
 * to that quote become blank, so that all places stay where they are. Such a program is broken, so its whole text is scanned as well.
 */
export function withoutCutText(source: string): { rest: string; cut: string } {
  const mark = QUOTE.exec(source)
  const cut = source.slice(0, mark?.index ?? 0)
  if (mark === null || !isClosing(cut)) return { rest: source, cut: '' }
  const end = mark.index + mark[0].length
  return { rest: source.slice(0, end).replace(/[^\n]/g, ' ') + source.slice(end), cut }
}

/** An opening quote stands behind a colon, an operator, a bracket or a prefix, or at the very beginning; a closing one behind text. */
function isClosing(before: string): boolean {
  const last = before.trimEnd()
  const isAlone = /(?:^|\n)[ \t]*$/.test(before)
  return (
    last !== '' &&
    (isAlone ? !/[:=(,[{\\+%]$/.test(last) : /[\w.!?)\]`*]\s*$/.test(before) && !/\b[rbuf]{1,2}$/i.test(before))
  )
}
