import { type BashToken, readBash } from './read-bash.ts'

/** How unlike a person's writing the quotes of a line are: 0 is fine. Undefined when a quote does not close. */
export function judgeQuotes(line: string): number | undefined {
  const { tokens, unclosed } = readBash(line)
  if (unclosed.some(({ mark }) => mark === '"' || mark === "'" || mark === '`' || mark === '${')) return undefined
  let badness = unclosed.length
  for (const { start, end } of stringsIn(line)) badness += judgeString(line, start, end)
  const words = tokens.filter(({ kind, text }) => kind === 'word' && !/["'`]/.test(text))
  // A word such as `Done!`, `Name:` or a capitalized command outside of quotes was meant to stand in a string.
  badness += words.filter(
    ({ text, isCommand }) => /[!?]$|^[A-Z]\w*[,:]$/.test(text) && text !== '!' && !isCommand,
  ).length
  badness += words.some(({ text, isCommand }) => isCommand && /^[A-Z][a-z]+[,:]?$/.test(text)) ? 1 : 0
  // `echo` and `printf` mostly print one whole string.
  const said = tokens.findIndex(({ isCommand, text }) => isCommand && /^(?:echo|printf)$/.test(text))
  const isOutside = ({ kind, text }: BashToken) => kind === 'word' && !/["'`]/.test(text) && !text.startsWith('-')
  if (said !== -1) badness += 0.3 * wordsBeforeString(tokens.slice(said + 1), isOutside)
  const isOddTest = words.filter(({ text }) => text === '[').length !== words.filter(({ text }) => text === ']').length
  const isOddDouble =
    words.filter(({ text }) => text === '[[').length !== words.filter(({ text }) => text === ']]').length
  return badness + (isOddTest || isOddDouble ? 4 : 0)
}

function wordsBeforeString(tokens: BashToken[], isOutside: (token: BashToken) => boolean): number {
  const string = tokens.findIndex(({ text }) => /["']/.test(text))
  return string === -1 ? 0 : tokens.slice(0, string).filter(isOutside).length
}

function judgeString(line: string, start: number, end: number): number {
  const before = line[start - 1] ?? ' '
  const behind = line[end] ?? ' '
  const inside = line.slice(start + 1, end - 1)
  let badness = 0
  if (!/[\s=({[,:"'$/|`]/.test(before)) badness += 2
  if (!/[\s;)\]},:"'|&<>./`]/.test(behind)) badness += 2
  if (/ \]\]?|;\s*(?:then|do|done|fi)\b|;;| \|\|? | && | >>? ?[\w/]|\s2>/.test(inside)) badness += 2
  if (/^\s*[)\]};|]/.test(inside)) badness += 2
  if (inside === '') badness += 0.5
  // One kind of quote at the edge of the other, an expansion that single quotes switch off, options inside of a text.
  if (/["']$|^["']/.test(inside)) badness += 1.5
  if (/["']/.test(before) || /["']/.test(behind)) badness += 1
  if (line[start] === "'" && /\s"|"\s/.test(inside)) badness += 1
  if (/\{\d+\.\.\d+\}| -\w*$/.test(inside)) badness += 1
  if (inside.split('{').length !== inside.split('}').length) badness += 1.5
  if (line[start] === "'" && /^\$\{?\w+\}?$/.test(inside)) badness += 1.5
  if (/^\s/.test(inside) !== /\s$/.test(inside) && inside.trim() !== '') badness += 0.5
  // A string that ends in the middle of a sentence leaves the rest outside of quotes.
  if (/\S/.test(inside) && /^ [A-Za-z$]/.test(line.slice(end))) badness += 0.4
  return badness
}

/** The outermost strings, from left to right. */
function stringsIn(line: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (let at = 0; at < line.length; at += 1) {
    const mark = line[at]
    if (mark === '\\') at += 1
    if (mark !== '"' && mark !== "'") continue
    let end = at + 1
    while (end < line.length && line[end] !== mark) end += mark === '"' && line[end] === '\\' ? 2 : 1
    found.push({ start: at, end: end + 1 })
    at = end
  }
  return found
}
