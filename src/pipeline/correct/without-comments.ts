/** The comments and strings of a language, as far as needed to separate code from comments. */
interface Lexis {
  line: string[]
  block?: [string, string]
  quotes: string[]
}

const HASH: Lexis = { line: ['#'], quotes: ['"""', "'''", '"', "'"] }
const SLASHES: Lexis = { line: ['//'], block: ['/*', '*/'], quotes: ['"', "'", '`'] }
const SQL: Lexis = { line: ['--'], block: ['/*', '*/'], quotes: ["'", '"', '`'] }

const LEXIS: Record<string, Lexis> = {
  python: HASH,
  bash: { line: ['#'], quotes: ['"', "'"] },
  javascript: SLASHES,
  typescript: SLASHES,
  sql: SQL,
  postgres: SQL,
  duckdb: SQL,
}

/** The code with a blank for each comment, so that a line that was commented out counts as removed. */
export function withoutComments(code: string, language: string): string {
  const { line, block, quotes } = LEXIS[language] ?? { line: [], quotes: [] }
  const marks = [...line, ...(block ? [block[0]] : []), ...quotes].map((mark) => mark[0])
  const special = new RegExp(`[${marks.join('').replace(/-/g, '\\-')}]`, 'g')
  let result = ''
  let at = 0
  while (at < code.length) {
    special.lastIndex = at
    const next = marks.length === 0 ? code.length : (special.exec(code)?.index ?? code.length)
    result += code.slice(at, next)
    at = next
    const starts = (mark: string) => code.startsWith(mark, at)
    const quote = quotes.find(starts)
    if (quote) {
      const end = endOfString(code, at + quote.length, quote)
      result += code.slice(at, end)
      at = end
    } else if (block && starts(block[0])) {
      const end = code.indexOf(block[1], at + 2)
      at = end === -1 ? code.length : end + 2
      result += ' '
    } else if (line.some(starts) && !(code[at] === '#' && isWithinWord(code, at, language))) {
      const end = code.indexOf('\n', at)
      at = end === -1 ? code.length : end
    } else if (at < code.length) {
      result += code[at]
      at++
    }
  }
  return result
}

/** In Bash a `#` begins a comment only where a word may begin: not in `$#` or `${x#y}`. */
function isWithinWord(code: string, at: number, language: string): boolean {
  return language === 'bash' && at > 0 && !/[\s;&|()]/.test(code[at - 1] ?? '')
}

/** An unclosed short quote ends with its line: the code behind it must not vanish. */
function endOfString(code: string, from: number, quote: string): number {
  for (let at = from; at < code.length; at++) {
    if (code[at] === '\\') at++
    else if (code.startsWith(quote, at)) return at + quote.length
    else if (code[at] === '\n' && quote.length === 1 && quote !== '`') return at
  }
  return code.length
}
