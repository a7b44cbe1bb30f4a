import type { Token } from '../../../language/python/tokens.ts'
import { table } from '../../../language/table.ts'
import type { Edit } from '../strategy.ts'
import { endsOperand } from './adjacency.ts'
import { partnerOf } from './brackets.ts'
import { insert, remove, replace } from './edits.ts'
import type { Program, Statement } from './program.ts'

/** Translates `&&`, `||`, `!`, `===`, `++`, `?:`, `=>`, `new`. */
export const foreignOperators = (program: Program): Edit[] => [
  ...program.tokens.flatMap((_, index) => simple(program, index)),
  ...program.statements.flatMap((statement) => [
    ...counting(statement),
    ...choice(program, statement),
    ...arrows(statement),
  ]),
]

const WORDS = table<string>({ '&&': 'and', '||': 'or', '===': '==', '!==': '!=' })

function simple({ code, tokens }: Program, index: number): Edit[] {
  const token = tokens[index]
  if (!token) return []
  const word = WORDS[token.text]
  const spaced = (text: string) =>
    `${/\s/.test(code[token.start - 1] ?? ' ') ? '' : ' '}${text}${/\s/.test(code[token.end] ?? ' ') ? '' : ' '}`
  if (word) return [replace(token, spaced(word))]
  const next = tokens[index + 1]
  if (token.text === '!' && next && !endsOperand(tokens[index - 1]) && next.text !== '=')
    return [replace(token, 'not ')]
  if (token.text === '!' && next?.text === 'in') return [replace(token, spaced('not'))]
  const isNew = token.text === 'new' && next?.kind === 'name' && ['(', '.'].includes(tokens[index + 2]?.text ?? '')
  return isNew && next ? [remove({ start: token.start, end: next.start })] : []
}

/** `i++` and `--i` as statements. */
function counting({ tokens, first, last }: Statement): Edit[] {
  const isCount = (token: Token) => token.text === '++' || token.text === '--'
  const how = (token: Token) => ` ${token.text[0]}= 1`
  if (tokens.length > 1 && isCount(last) && endsOperand(tokens.at(-2)))
    return [replace({ start: tokens.at(-2)?.end ?? last.start, end: last.end }, how(last))]
  if (
    isCount(first) &&
    tokens.length > 1 &&
    tokens.every(({ kind, text }, index) => index === 0 || kind === 'name' || text === '.')
  )
    return [remove(first), insert(last.end, how(first))]
  return []
}

/** `a ? b : c` on the right of `=`, `return` or a bracket. */
function choice({ code }: Program, { tokens }: Statement): Edit[] {
  const mark = tokens.findIndex(({ text }) => text === '?')
  const colon = tokens.findIndex(({ text }, index) => index > mark && text === ':')
  if (mark === -1 || colon === -1) return []
  const [test, testEnd] = [tokens[startOfTest(tokens, mark)], tokens[mark - 1]]
  const [yes, yesEnd, behind] = [tokens[mark + 1], tokens[colon - 1], tokens[colon]]
  if (!test || !testEnd || !yes || !yesEnd || !behind) return []
  const text = `${code.slice(yes.start, yesEnd.end)} if ${code.slice(test.start, testEnd.end)} else`
  return [{ start: test.start, end: behind.end, text }]
}

function startOfTest(tokens: Token[], mark: number): number {
  let depth = 0
  for (let index = mark - 1; index >= 0; index--) {
    const token = tokens[index]
    if (token?.kind === 'close') depth++
    if (token?.kind === 'open' && depth-- === 0) return index + 1
    if (depth === 0 && token && ['=', 'return', ',', '+='].includes(token.text)) return index + 1
  }
  return 0
}

/** `(a, b) => a + b` and `x => x` */
function arrows({ tokens }: Statement): Edit[] {
  return tokens.flatMap((token, index) => {
    if (token.text !== '=>') return []
    const before = tokens[index - 1]
    if (before?.text === ')') {
      const open = tokens[partnerOf(tokens, index - 1)]
      return open ? [replace(open, 'lambda '), { start: before.start, end: token.end, text: ':' }] : []
    }
    return before?.kind === 'name'
      ? [insert(before.start, 'lambda '), { start: before.end, end: token.end, text: ':' }]
      : []
  })
}
