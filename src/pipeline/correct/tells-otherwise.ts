/** A comment behind a printing line at the top of a program, and a plain value at its beginning. */
const VALUE = String.raw`(-?\d+|\[[^[\]]*\]|\{[^{}]*\}|"[^"]*"|'[^']*'|true|false|none|null)(?=$|[ \t,;(]|\.(?:\s|$))`
const PRINTS = String.raw`^(?:console\.log|print|echo|puts)\b`
const TELLS = String.raw`(?:outputs?|prints?|result|returns?)\b[ \t]*:?|={1,3}>|->|→`
const BESIDE = new RegExp(
  String.raw`${PRINTS}.*?\)?;?[ \t]+(?:\/\/|#)[ \t]*(?:(?:expected|should)[ \t]+)?(?:${TELLS})?[ \t]*${VALUE}`,
  'i',
)
/** The same on the line below, which says that it tells the output. */
const BELOW = new RegExp(String.raw`^(?:\/\/|#)[ \t]*(?:(?:expected|should)[ \t]+)?(?:${TELLS})[ \t]*${VALUE}`, 'i')
const PRINTING = new RegExp(PRINTS, 'i')
const MOST_LINES = 2_000

/**
 * Whether the author's own comments say that lines print something else than the program does now: it has a fault that nothing else shows.
 * A value counts as printed wherever the output has it, unless each printing line has one line of the output.
 */
export function tellsOtherwise(code: string, printed: string): boolean {
  return judged(code, printed).some(({ isSo }) => !isSo)
}

/** The number of different values, or of whole lines, that the author's comments tell and the program prints. */
export function toldRightly(code: string, printed: string): number {
  const comments = code.split('\n', MOST_LINES).flatMap((line) => /^(?:\/\/|#) ?(.+)$/.exec(line)?.[1] ?? [])
  const known = new Set(comments.map(plain))
  const whole = printed
    .split('\n', MOST_LINES)
    .map(plain)
    .filter((line) => line !== '' && known.has(line))
  return new Set([...judged(code, printed).flatMap(({ value, isSo }) => (isSo ? [value] : [])), ...whole]).size
}

/** The told values, and whether they are printed: by the line that they belong to, where each such line prints one. */
function judged(code: string, printed: string): { value: string; isSo: boolean }[] {
  const lines = code.split('\n', MOST_LINES).map((line) => line.slice(0, 500))
  const output = printed.trimEnd().split('\n', MOST_LINES).map(plain)
  const printing = lines.flatMap((line, at) => (PRINTING.test(line) ? [at] : []))
  const isOneEach = printing.length === output.length
  return lines.flatMap((line, at) => {
    const below = PRINTING.test(lines[at - 1] ?? '') ? BELOW.exec(line)?.[1] : undefined
    const told = BESIDE.exec(line)?.[1] ?? below
    if (told === undefined) return []
    const value = plain(told)
    const own = output[printing.indexOf(below === undefined ? at : at - 1)]
    const candidates = isOneEach && own !== undefined ? [own] : output
    const isSo = isMany(value) ? candidates.join('').includes(value) : candidates.some((one) => endsWith(one, value))
    return [{ value, isSo }]
  })
}

/** Languages write the same value with other quotes, spaces and cases. */
const plain = (text: string): string => text.replace(/["'\s]/g, '').toLowerCase()

const isMany = (value: string): boolean => value.startsWith('[') || value.startsWith('{')

const endsWith = (line: string, value: string): boolean =>
  (value !== '' || line === '') &&
  line.endsWith(value) &&
  !/[\d.]/.test(/^\d/.test(value) ? (line.at(-value.length - 1) ?? '') : '')
