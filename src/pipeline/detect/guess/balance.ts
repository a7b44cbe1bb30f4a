const CLOSERS: Record<string, string> = { '(': ')', '[': ']', '{': '}' }
const OPENERS: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
/** Strings and comments hold no brackets that count. */
const SKIPPED = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\/|(?:^|\s)#[^\n]*/g
const MAX_TEXT = 20_000

/**
 * A part of a program as its parser could accept it: without the indentation that all lines share, with the brackets that
 * begin before it or end behind it, and in Python with a body behind its last head. Never run, only asked about.
 */
export function balanced(language: string, code: string): string {
  const text = code.slice(0, MAX_TEXT)
  return language === 'python' ? balancedPython(dedented(text)) : withBrackets(dedented(text))
}

function withBrackets(text: string): string {
  const open: string[] = []
  let before = ''
  for (const mark of text.replace(SKIPPED, '').match(/[()[\]{}]/g) ?? []) {
    const opener = OPENERS[mark]
    if (opener === undefined) open.push(mark)
    else if (open.at(-1) === opener) open.pop()
    else before = opener + before
  }
  const behind = open
    .toReversed()
    .map((mark) => CLOSERS[mark])
    .join('')
  // A lone `}` ends a block that began before: an empty head makes it one.
  return `${before.replaceAll('{', '{\n')}${text}\n${behind}`
}

function balancedPython(text: string): string {
  const lines = text.split('\n')
  const fixed: string[] = []
  for (const [at, line] of lines.entries()) {
    if (/^(\s*)(?:elif\b|else\s*:|except\b|finally\s*:)/.test(line) && !hasHead(fixed, indentOf(line))) {
      fixed.push(
        `${' '.repeat(indentOf(line))}${/^\s*e(?:lif|lse)\b/.test(line) ? 'if' : 'try'}${/^\s*e(?:lif|lse)\b/.test(line) ? ' 0' : ''}:`,
      )
      fixed.push(`${' '.repeat(indentOf(line))} pass`)
    }
    fixed.push(line)
    const next = lines.slice(at + 1).find((each) => each.trim() !== '')
    if (
      /^\s*(?:async\s|def\s|class\s|if\s|elif\s|else|for\s|while\s|with\s|try|except|finally).*:\s*(?:#.*)?$/.test(line)
    ) {
      if (next === undefined || indentOf(next) <= indentOf(line)) fixed.push(`${' '.repeat(indentOf(line))} pass`)
    }
  }
  const shallow = fixed.filter((line) => line.trim() !== '')
  const isDeepFirst = indentOf(shallow[0] ?? '') > Math.min(...shallow.map(indentOf))
  return withBrackets(isDeepFirst ? headsFor(fixed) : fixed.join('\n'))
}

/** Heads for a part that begins deeper than it goes on: `if 1:` at every shallower column. */
function headsFor(lines: string[]): string {
  const first = indentOf(lines.find((line) => line.trim() !== '') ?? '')
  const columns = [...new Set(lines.filter((line) => line.trim() !== '').map(indentOf))].filter(
    (column) => column < first,
  )
  const heads = columns.toSorted((a, b) => a - b).map((column) => `${' '.repeat(column)}if 1:`)
  return [...heads, ...lines].join('\n')
}

const hasHead = (lines: string[], column: number): boolean =>
  lines.some((line) => indentOf(line) === column && /^\s*(?:if|elif|for|while|try|except)\b/.test(line))

const indentOf = (line: string): number => line.length - line.trimStart().length

function dedented(text: string): string {
  const lines = text.split('\n')
  const shared = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf))
  return Number.isFinite(shared) ? lines.map((line) => line.slice(shared)).join('\n') : text
}
