/** Whether a pattern, in which `*` is any characters, stands for exactly this name; a `*` in the name is a plain character. */
export function covers(pattern: string, name: string): boolean {
  const [first = '', ...middle] = pattern.toLowerCase().split('*')
  const last = middle.pop()
  const text = name.toLowerCase()
  if (last === undefined) return text === first
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  // The first place of each part leaves the most room for the others: no place is tried twice, as an expression would.
  let at = first.length
  for (const part of middle) {
    const found = text.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return at + last.length <= text.length
}

/** Whether any name fits both patterns: a program that may reach `*.org` may reach `example.org`. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()]
  // Of each prefix of `b`: whether the prefix of `a` that was looked at last can be the same text.
  let row = Array.from({ length: b.length + 1 }, (_, j) => /^\**$/.test(b.slice(0, j)))
  for (const letter of a) {
    const next = [letter === '*' && row[0] === true]
    for (let j = 1; j <= b.length; j++) {
      const isStar = letter === '*' || b[j - 1] === '*'
      next[j] = isStar ? row[j] === true || next[j - 1] === true : letter === b[j - 1] && row[j - 1] === true
    }
    row = next
  }
  return row[b.length] === true
}
