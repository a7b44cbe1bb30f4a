/** Text with more starts is a heap of braces; each start costs a walk over the rest of the text. */
const MOST_STARTS = 8

/** Pieces of a text that begin and end like a JSON object, in order. */
export function* jsonSpans(text: string): Generator<string> {
  let start = text.indexOf('{')
  for (let tried = 0; start !== -1 && tried < MOST_STARTS; tried++) {
    const end = endOfObject(text, start)
    if (end !== undefined) yield text.slice(start, end)
    start = text.indexOf('{', end ?? start + 1)
  }
}

/** Offset behind the brace that closes the one at `start`; undefined when none does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let isString = false
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (isString) {
      if (char === '\\') at++
      else if (char === '"') isString = false
    } else if (char === '"') isString = true
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at + 1
  }
  return undefined
}

/** Escapes control characters inside of strings, as JSON requires. */
export function escapeControls(json: string): string {
  const parts: string[] = []
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at] ?? ''
    if (isString && char === '\\') {
      parts.push(char, json[++at] ?? '')
      continue
    }
    if (char === '"') isString = !isString
    const isControl = isString && char < ' '
    parts.push(isControl ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char)
  }
  return parts.join('')
}
