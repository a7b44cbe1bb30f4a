const QUOTE = /"""|'''/

/**
 * A cut-out that begins inside of a docstring has a closing triple quote first, and everything behind it would be read as text. The lines up
 * to that quote become blank, so that all places stay where they are. Such a program is broken, so its whole text is scanned as well.
 */
export function withoutCutText(source: string): string {
  const mark = QUOTE.exec(source)
  if (mark === null || !isClosing(source.slice(0, mark.index))) return source
  const end = mark.index + mark[0].length
  return source.slice(0, end).replace(/[^\n]/g, ' ') + source.slice(end)
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
