/** The parameters of a header such as `form-data; name="file"; filename="a b.txt"`, by lower-case names; the first of two counts. */
export function headerParameters(header: string): Map<string, string> {
  const found = new Map<string, string>()
  let at = header.indexOf(';')
  while (at >= 0 && at < header.length) {
    const equals = header.indexOf('=', at)
    if (equals < 0) break
    const name = header
      .slice(at + 1, equals)
      .trim()
      .toLowerCase()
    const value = header[equals + 1] === '"' ? quoted(header, equals + 2) : plain(header, equals + 1)
    if (!found.has(name)) found.set(name, value.text)
    at = header.indexOf(';', value.end)
  }
  return found
}

function plain(header: string, start: number) {
  const end = header.indexOf(';', start)
  const until = end < 0 ? header.length : end
  return { text: header.slice(start, until).trim(), end: until }
}

/** A backslash is literal unless a quote or another backslash follows: file names also come unescaped. */
function quoted(header: string, start: number) {
  let text = ''
  let at = start
  while (at < header.length && header[at] !== '"') {
    const next = header[at + 1]
    if (header[at] === '\\' && (next === '"' || next === '\\')) at += 1
    text += header[at]
    at += 1
  }
  return { text, end: at }
}
