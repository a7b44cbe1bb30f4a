/** The rows behind VALUES, each with its parentheses: `(1,'a'),(2,'b')`. Texts end as MySQL and PostgreSQL end them. */
export function rowsOf(values: string): string[] {
  const rows: string[] = []
  let [start, depth] = [-1, 0]
  for (let at = 0; at < values.length; at += 1) {
    const sign = values[at]
    if (sign === "'") at = endOfText(values, at)
    else if (sign === '(' && depth++ === 0) start = at
    else if (sign === ')' && --depth === 0) rows.push(values.slice(start, at + 1))
  }
  return rows
}

function endOfText(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === "'" && text[at + 1] === "'") at += 1
    else if (text[at] === "'") return at
  }
  return text.length
}
