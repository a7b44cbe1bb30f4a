const MOST = 32

/** `{rm,-rf,/}` is three words. Braces without a list, such as `{1..9}`, stay as they are. */
export function braceAlternatives(text: string): string[] {
  const inner = text.slice(1, -1)
  const found: string[] = []
  let own = ''
  let depth = 0
  for (let at = 0; at < inner.length && found.length < MOST; at++) {
    const character = inner[at] ?? ''
    if (character === '\\') {
      own += inner[++at] ?? ''
    } else if (character === ',' && depth === 0) {
      found.push(own)
      own = ''
    } else {
      if (character === '{') depth++
      if (character === '}') depth--
      if (character !== "'" && character !== '"') own += character
    }
  }
  return found.length === 0 ? [text] : [...found, own]
}
