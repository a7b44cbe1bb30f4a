import { createHash } from 'node:crypto'

/**
 * Each repetition that may fail has a bound, here and below: what an endless one gives back is tried again at every place of a hostile
 * program, and this is the thread that serves everybody.
 */
const TOKEN =
  /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*|\d[\w.]*|[^\s\w]/g
const COMMENT = /(?<=^|\s)#(?!!)[^\n]*|\/\/[^\n]*|\/\*[\s\S]{0,2000}?\*\//g
const DOC_STRING = /(?<=(?:^|:)[ \t]*\n[ \t]*)("""|''')[\s\S]*?\1/g
const BOUND = [
  /(?<![.\w])([A-Za-z_]\w*)\s{0,20}(?::\s{0,20}[\w[\], .|]{1,200})?\s{0,20}=(?![=>])/g,
  /\b(?:for|let|const|var|as)\s{1,20}([A-Za-z_$][\w$]*)/g,
  /\b(?:def|function)\s{1,20}[\w$]{0,200}\s{0,20}\(([^)]{0,1000})\)/g,
  /\(([\w$\s,]{0,1000})\)\s{0,20}=>/g,
]
/** Here white space at the beginning of a line means something. */
const INDENTED = new Set(['python', 'yaml', 'haskell'])
const MOST_CODE = 100_000

/** Equal for programs that differ only in comments, white space, quotation marks and the names of their own variables. */
export function fingerprintOf(code: string, language: string): string {
  return createHash('sha256').update(normalTokens(code, language).join(' ')).digest('base64url').slice(0, 32)
}

/** The words and signs of a program, its own variables numbered in the order in which they occur. */
export function normalTokens(code: string, language: string): string[] {
  const text = code.slice(0, MOST_CODE)
  const bare = (language === 'python' ? text.replace(DOC_STRING, '') : text).replace(COMMENT, '')
  const own = boundNames(bare)
  const numbers = new Map<string, number>()
  const out: string[] = []
  let depths = [0]
  for (const line of bare.split('\n')) {
    if (line.trim() === '') continue
    if (INDENTED.has(language)) depths = tellDepth(line, depths, out)
    let before = ''
    for (const token of line.match(TOKEN) ?? []) {
      out.push(before !== '.' && own.has(token) ? `v${numberOf(numbers, token)}` : plainQuotes(token))
      before = token
    }
    out.push('\n')
  }
  // A language without indentation breaks lines where it likes.
  return INDENTED.has(language) ? out : out.filter((token) => token !== '\n')
}

function tellDepth(line: string, depths: number[], out: string[]): number[] {
  const depth = line.length - line.trimStart().length
  const kept = depths.filter((each) => each < depth)
  if (kept.length === depths.length && depth > (depths.at(-1) ?? 0)) out.push('>')
  for (let left = depths.length; left > kept.length + 1; left--) out.push('<')
  return [...kept, depth]
}

function boundNames(code: string): Set<string> {
  const names = new Set<string>()
  for (const pattern of BOUND) {
    for (const [, found = ''] of code.matchAll(pattern)) {
      for (const part of found.split(',')) {
        const name = /^[*\s]*([A-Za-z_$][\w$]*)/.exec(part)?.[1]
        if (name) names.add(name)
      }
    }
  }
  return names
}

function numberOf(numbers: Map<string, number>, name: string): number {
  const known = numbers.get(name) ?? numbers.size
  numbers.set(name, known)
  return known
}

const plainQuotes = (token: string): string => (/^'[^'"\\]*'$/.test(token) ? `"${token.slice(1, -1)}"` : token)
