/** A comment behind a printing line at the top of a program, and a plain value at its beginning. */
const TOLD =
  /^(?:console\.log|print|echo|puts)\b.*?\)?;?[ \t]+(?:\/\/|#)[ \t]*(?:(?:expected|should)[ \t]+)?(?:(?:outputs?|prints?|result|returns?)\b[ \t]*:?|=>|->|→)?[ \t]*(-?\d+|\[[^[\]]*\]|\{[^{}]*\}|"[^"]*"|'[^']*'|true|false|none|null)(?=$|[ \t,;(]|\.(?:\s|$))/i
const MOST_LINES = 2_000

/**
 * Whether the author's own comments say that lines print something else than the program does now: it has a fault that nothing else shows.
 * A value counts as printed wherever the output has it, since the text does not tell which line prints what.
 */
export function tellsOtherwise(code: string, printed: string): boolean {
  const told = code.split('\n', MOST_LINES).flatMap((line) => TOLD.exec(line.slice(0, 500))?.[1] ?? [])
  if (told.length === 0) return false
  const lines = printed.split('\n', MOST_LINES).map(plain)
  const whole = lines.join('')
  return told
    .map(plain)
    .some((value) => !(isMany(value) ? whole.includes(value) : lines.some((line) => endsWith(line, value))))
}

/** Languages write the same value with other quotes, spaces and cases. */
const plain = (text: string): string => text.replace(/["'\s]/g, '').toLowerCase()

const isMany = (value: string): boolean => value.startsWith('[') || value.startsWith('{')

const endsWith = (line: string, value: string): boolean =>
  line.endsWith(value) && !/[\d.]/.test(/^\d/.test(value) ? (line.at(-value.length - 1) ?? '') : '')
