const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }
const UNICODE_DIGITS = 4

export interface SpokenText {
  feed(piece: string): void
}

/**
 * Shows the readable part of an answer while it comes: prose unchanged, and the text of one field of a JSON object. A
 * watcher would otherwise see braces and escaped code.
 */
export function createSpokenText(field: string, tell: (text: string) => void): SpokenText {
  let step: Step = prose
  let said = ''
  const reader: Reader = { depth: 0, field, key: '', escape: undefined, say: (text) => (said += text) }
  return {
    feed(piece) {
      for (const char of piece) step = step(char, reader)
      if (said !== '') tell(said)
      said = ''
    },
  }
}

interface Reader {
  depth: number
  field: string
  /** The last string, which may turn out to be a key. */
  key: string
  /** The part of an escape that has come so far, behind the backslash. */
  escape: string | undefined
  say(text: string): void
}

/** Takes one character, and gives the step for the next one. */
type Step = (char: string, reader: Reader) => Step

const prose: Step = (char, reader) => {
  if (char === '{') return structure(char, reader)
  reader.say(char)
  return prose
}

const structure: Step = (char, reader) => {
  if (char === '{' || char === '[') reader.depth++
  if (char === '}' || char === ']') reader.depth--
  if (reader.depth === 0) return prose
  if (char === '"') {
    reader.key = ''
    return silentString
  }
  return char === ':' && reader.depth === 1 && reader.key === reader.field ? value : structure
}

const value: Step = (char, reader) => {
  if (char === '"') return spokenString
  return char <= ' ' ? value : structure(char, reader)
}

const silentString: Step = (char, reader) => {
  const text = decode(char, reader)
  if (text === undefined) return structure
  // Longer strings are not the name of the field; keeping them would only cost memory.
  if (reader.key.length <= reader.field.length) reader.key += text
  return silentString
}

const spokenString: Step = (char, reader) => {
  const text = decode(char, reader)
  if (text === undefined) {
    reader.key = ''
    return structure
  }
  reader.say(text)
  return spokenString
}

/** The text that this character completes, often none yet; undefined at the end of the string. */
function decode(char: string, reader: Reader): string | undefined {
  if (reader.escape === undefined) {
    if (char === '"') return undefined
    if (char !== '\\') return char
    reader.escape = ''
    return ''
  }
  reader.escape += char
  const written = reader.escape
  if (written[0] === 'u' && written.length <= UNICODE_DIGITS) return ''
  reader.escape = undefined
  if (written[0] !== 'u') return ESCAPES[written] ?? written
  const unit = Number.parseInt(written.slice(1), 16)
  return Number.isNaN(unit) ? '' : String.fromCharCode(unit)
}
