import { likelyNames } from '../likely-names.ts'
import { proposalOf } from '../proposal-of.ts'
import type { Edit, Proposal } from '../strategy.ts'
import type { SimpleCommand } from './commands-in.ts'
import type { BashToken } from './read-bash.ts'

interface Test {
  code: string
  command: SimpleCommand
  message: string
  /** Whether the error message is about a test. */
  isTold: boolean
}

const NUMERIC = new Map([
  ['>', '-gt'],
  ['<', '-lt'],
  ['>=', '-ge'],
  ['<=', '-le'],
  ['==', '-eq'],
  ['=', '-eq'],
  ['!=', '-ne'],
])
const TEXTUAL = new Map([
  ['-eq', '='],
  ['-ne', '!='],
])
const OPERATORS = ['-eq', '-ne', '-lt', '-le', '-gt', '-ge']
const ALIASES = new Map([
  ['eq', '-eq'],
  ['ne', '-ne'],
  ['lt', '-lt'],
  ['le', '-le'],
  ['gt', '-gt'],
  ['ge', '-ge'],
  ['===', '=='],
  ['!==', '!='],
  ['<>', '!='],
  ['is', '='],
  ['equals', '='],
])

/** Repairs for the inside of one `[ … ]` or `[[ … ]]`. */
export function mendTest(test: Test): Proposal[] {
  const [first] = test.command.words
  if (!first || (first.text !== '[' && first.text !== '[[')) return []
  const closer = first.text === '[' ? ']' : ']]'
  return [
    ...closeTest(test, closer),
    ...splitAtAnd(test, closer),
    ...orderOperators(test),
    ...nameOperators(test),
    ...compareText(test),
    ...quoteVariables(test),
  ]
}

const replaced = ({ start, end }: BashToken, text: string): Edit => ({ start, end, text })

function closeTest({ code, command }: Test, closer: string): Proposal[] {
  const { words } = command
  const last = words.at(-1)
  if (!last || words.some(({ text }) => text === closer)) return []
  const other = closer === ']' ? ']]' : ']'
  if (last.text === other)
    return proposalOf([replaced(last, closer)], `closed the test with \`${closer}\`, as it was opened`, 0.9)
  const isInside = last.text.endsWith(']') && !/\[/.test(last.text.slice(1))
  if (isInside || /^\s*\]/.test(code.slice(last.end, last.end + 5))) return []
  return proposalOf([{ start: last.end, end: last.end, text: ` ${closer}` }], `closed the test with \`${closer}\``, 0.9)
}

/** `[ a && b ]` ends at `&&`: each side needs brackets of its own. */
function splitAtAnd({ command }: Test, closer: string): Proposal[] {
  if (closer === ']]') return []
  const joints = command.words.filter(
    ({ text, kind }) => (kind === 'operator' && (text === '&&' || text === '||')) || /^(?:and|or)$/.test(text),
  )
  const edits = joints.map((token) =>
    replaced(token, `] ${token.text === '||' || token.text === 'or' ? '||' : '&&'} [`),
  )
  return proposalOf(edits, 'gave each side of the condition brackets of its own', 0.95)
}

/** `<`, `>`, `<=` and `>=` redirect inside of `[`; numbers are compared by `-lt` and its kind. */
function orderOperators({ command: { words }, message }: Test): Proposal[] {
  const isDouble = words[0]?.text === '[['
  const edits = words.flatMap((token, index): Edit[] => {
    const next = words[index + 1]
    const isOrder = token.text === '<' || token.text === '>'
    if (!isOrder || !next) return []
    const isEqual = next.text.startsWith('=') && next.start === token.end
    if (isEqual)
      return [
        {
          start: token.start,
          end: next.start + 1,
          text: `${NUMERIC.get(`${token.text}=`)}${next.text === '=' ? '' : ' '}`,
        },
      ]
    const isFault = !isDouble && /No such file|Permission denied|expected|syntax/.test(message)
    if (!isFault) return []
    return /^["']?(?:\d|\$\(\()/.test(next.text) || /^["']?-?\d+["']?$/.test(words[index - 1]?.text ?? '')
      ? [replaced(token, NUMERIC.get(token.text) ?? '')]
      : [replaced(token, `\\${token.text}`)]
  })
  return proposalOf(edits, 'compared with the operators that `test` has for numbers', 0.9)
}

function nameOperators({ command: { words }, isTold }: Test): Proposal[] {
  const edits = words.slice(2).flatMap((token): Edit[] => {
    const alias = ALIASES.get(token.text)
    if (alias && isTold) return [replaced(token, alias)]
    const isStrange =
      /^-[a-z]{2,8}$/.test(token.text) && !OPERATORS.includes(token.text) && !['-ef', '-nt', '-ot'].includes(token.text)
    const [near] = isStrange ? likelyNames(token.text, OPERATORS) : []
    return near ? [replaced(token, near.name)] : []
  })
  const regular = words[0]?.text === '[' && words.some(({ text }) => text === '=~')
  const last = words.find(({ text }) => text === ']')
  const doubled = regular && words[0] && last ? [replaced(words[0], '[['), replaced(last, ']]')] : []
  return [
    ...proposalOf(edits, 'wrote the operator as `test` knows it', 0.85),
    ...proposalOf(doubled, 'used `[[`, which knows `=~`', 0.9),
  ]
}

/** `-eq` is for numbers: beside a text that is visible in the program, `=` was meant. */
function compareText({ command: { words }, message }: Test): Proposal[] {
  const [, wrong] = /\[: (.*): integer expression expected/.exec(message) ?? []
  if (wrong === undefined) return []
  const edits = words.flatMap((token, index): Edit[] => {
    const text = TEXTUAL.get(token.text)
    const sides = [words[index - 1]?.text ?? '', words[index + 1]?.text ?? '']
    const isText = sides.some((side) => /^["'][^$]*[A-Za-z][^$]*["']$/.test(side))
    return text && isText ? [replaced(token, text)] : []
  })
  return proposalOf(edits, 'compared texts with `=`, since `-eq` is for numbers', 0.9)
}

/** Without quotes an empty variable vanishes, and one with spaces becomes several words. */
function quoteVariables({ command: { words }, message }: Test): Proposal[] {
  if (words[0]?.text !== '[' || !/unary operator expected|too many arguments|binary operator expected/.test(message))
    return []
  const edits = words
    .filter(({ text }) => /^\$(?:\w+|\{[^{}"]+\}|[@*#?1-9])$/.test(text))
    .map((token) => replaced(token, `"${token.text}"`))
  return proposalOf(edits, 'quoted the variables of the condition, so that an empty one stays a word', 0.85)
}
