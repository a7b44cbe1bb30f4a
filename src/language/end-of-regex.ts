/** The offset behind the regular expression that begins here, on one line and no longer than this; -1 where none ends. */
export function endOfRegex(source: string, start: number, longest = source.length): number {
  let isInClass = false
  for (let at = start + 1; at < Math.min(source.length, start + longest); at++) {
    const character = source[at]
    if (character === '\n') return -1
    if (character === '\\') at++
    else if (character === '[') isInClass = true
    else if (character === ']') isInClass = false
    else if (character === '/' && !isInClass) return at + 1
  }
  return -1
}
