import type { Token } from '../../../language/python/tokens.ts'
import type { Edit, Strategy } from '../strategy.ts'
import { best, insert, propose, replace } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const python2Syntax: Strategy = {
  id: 'python/python2-syntax',
  languages: ['python'],
  title: 'Writes the forms of Python 2 as Python 3 does',
  answers: SYNTAX_ERRORS,
  prior: 0.95,
  propose({ code }) {
    const program = readProgram(code)
    const each = FORMS.map(([what, find]) => propose(find(program), `wrote ${what} as in Python 3`, 0.93))
    const all = each.flatMap(({ edits }) => edits).sort((a, b) => a.start - b.start)
    return best(
      each.filter(({ edits }) => edits.length > 0).length > 1
        ? [propose(all, 'wrote forms of Python 2 as in Python 3', 0.96), ...each]
        : each,
    )
  },
}

const inStatements = (find: (statement: Statement, program: Program) => Edit[]) => (program: Program) =>
  program.statements.flatMap((statement) => find(statement, program))

const FORMS: [what: string, find: (program: Program) => Edit[]][] = [
  ['print', inStatements((statement) => callOf(statement, 'print'))],
  ['exec', inStatements((statement) => callOf(statement, 'exec'))],
  ['except', inStatements(exceptAs)],
  ['raise', inStatements(raiseOf)],
  ['backticks', backticks],
  ['<>', ({ tokens }) => tokens.flatMap((token) => (token.text === '<>' ? [replace(token, '!=')] : []))],
  ['numbers', numbers],
  [
    'async',
    ({ tokens }) =>
      tokens.flatMap((token, index) =>
        token.text === 'async' && tokens[index - 1]?.text === '.' ? [replace(token, 'ensure_future')] : [],
      ),
  ],
  ['ur texts', ({ tokens }) => tokens.flatMap((token, index) => unicodeRaw(token, tokens[index + 1]))],
]

/** `print a, b`, `print >>file, a` and `print a,` */
function callOf({ tokens, last }: Statement, name: string): Edit[] {
  const at = tokens.findIndex(({ text }, index) => text === name && (index === 0 || tokens[index - 1]?.text === ':'))
  const [word, first] = [tokens[at], tokens[at + 1]]
  if (!word || !first || word.line !== first.line || !isPrinted(tokens, at)) return []
  const gap = { start: word.end, end: first.start }
  if (first.text === '>>') return toFile(tokens.slice(at))
  const isTrailing = last.text === ',' && name === 'print'
  const end = isTrailing ? replace(last, ', end=" ")') : insert(last.end, ')')
  return [replace(gap, '('), end]
}

function isPrinted(tokens: Token[], at: number): boolean {
  const first = tokens[at + 1]
  if (!first || first.text === '=' || first.text === '.' || first.text === ',') return false
  if (first.text === '>>') return true
  if (first.text !== '(')
    return ['name', 'number', 'string', 'keyword'].includes(first.kind) || ['[', '{', '-', 'not'].includes(first.text)
  return false
}

function toFile(tokens: Token[]): Edit[] {
  const [word, , file] = tokens
  const comma = tokens.findIndex(({ text }) => text === ',')
  const [start, last] = [tokens[comma + 1], tokens.at(-1)]
  if (!word || !file || comma === -1 || !start || !last) return []
  const name = tokens
    .slice(2, comma)
    .map(({ text }) => text)
    .join('')
  return [{ start: word.end, end: start.start, text: '(' }, insert(last.end, `, file=${name})`)]
}

/** `except Error, e:` */
function exceptAs({ tokens, first }: Statement): Edit[] {
  if (first.text !== 'except') return []
  const comma = tokens.findLastIndex(({ text }) => text === ',')
  const isLast = tokens[comma + 1]?.kind === 'name' && tokens[comma + 2]?.text === ':'
  const token = tokens[comma]
  return token && isLast ? [replace(token, ' as')] : []
}

/** `raise Error, "text"` */
function raiseOf({ tokens, first, last }: Statement): Edit[] {
  const [, error, comma, value] = tokens
  if (first.text !== 'raise' || error?.kind !== 'name' || comma?.text !== ',' || !value) return []
  return [{ start: comma.start, end: value.start, text: '(' }, insert(last.end, ')')]
}

function backticks({ tokens }: Program): Edit[] {
  const marks = tokens.filter(({ text, kind }) => kind === 'stray' && text === '`')
  if (marks.length % 2 === 1) return []
  return marks.map((token, index) => replace(token, index % 2 === 0 ? 'repr(' : ')'))
}

/** `10L` and `0777`; a leading zero meant an octal number, but nobody writes a date in octal. */
function numbers({ tokens, lines }: Program): Edit[] {
  return tokens.flatMap((token) => {
    if (token.kind !== 'number') return []
    if (/^\d+[lL]$/.test(token.text)) return [replace(token, token.text.slice(0, -1))]
    if (!/^0\d+$/.test(token.text) || /^0+$/.test(token.text)) return []
    const isDate = /\b(?:date|datetime|time)\(/.test(lines[token.line - 1]?.text ?? '')
    const isOctal = /^0[0-7]{2,}$/.test(token.text) && !isDate
    return [replace(token, isOctal ? `0o${token.text.slice(1)}` : token.text.replace(/^0+(?=\d)/, ''))]
  })
}

const unicodeRaw = (token: Token, next: Token | undefined): Edit[] =>
  /^ur$/i.test(token.text) && next?.kind === 'string' && next.start === token.end ? [replace(token, 'r')] : []
