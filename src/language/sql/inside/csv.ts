/** Rows of fields as RFC 4180 writes them; a line feed alone ends a row too. */
export function readCsv(text: string, separator: ',' | '\t'): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const end = isQuoted ? endOfQuotes(text, at) : at
    const behind = nextOf(text, end, separator)
    const field = isQuoted ? text.slice(at + 1, end - 1).replaceAll('""', '"') : text.slice(at, behind)
    row.push(field)
    const isRowEnd = text[behind] !== separator
    at = behind + (text[behind] === '\r' && text[behind + 1] === '\n' ? 2 : 1)
    // A separator at the very end stands before one more, empty field.
    if (!isRowEnd && at >= text.length) row.push('')
    if (isRowEnd || at >= text.length) {
      rows.push(row)
      row = []
    }
  }
  return rows.filter((fields) => fields.length > 1 || fields[0] !== '')
}

function endOfQuotes(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return text.length + 1
    if (text[quote + 1] !== '"') return quote + 1
    at = quote + 2
  }
}

function nextOf(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === separator || text[at] === '\n' || text[at] === '\r') return at
  }
  return text.length
}
