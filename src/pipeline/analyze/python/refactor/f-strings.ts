import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import { isSum } from '../../is-sum.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledPath } from '../called-path.ts'

const RULE: RemarkRule = {
  rule: 'python/f-string',
  family: 'refactoring',
  severity: 'info',
  why: 'An f-string shows each value where it goes.',
  remedy: 'Use an f-string.',
}

/** Finds `'a' + str(b) + 'c'` and `'%s of %s' % (a, b)`. */
export function fStrings({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'BinaryExpression').flatMap((node) => {
    const text = concatenation(tree, node) ?? percentFormat(tree, node)
    if (!text) return []
    return remarkAt(RULE, {
      at: node,
      message: 'A text is put together from pieces.',
      fix: { title: 'Use an f-string', edits: [{ start: node.start, end: node.end, text }] },
    })
  })
}

/** At least one literal and one `str(…)`, with nothing else between them that could be a number. */
function concatenation(tree: Tree, sum: Node): string | undefined {
  if (!isSum(tree, sum) || (sum.parent && isSum(tree, sum.parent))) return undefined
  const operands: Node[] = []
  for (let node = sum; ; ) {
    const [left, , right] = node.children
    if (!left || !right) return undefined
    operands.unshift(right)
    if (!isSum(tree, left)) {
      operands.unshift(left)
      break
    }
    node = left
  }
  const pieces = operands.map((operand) => literalText(tree, operand) ?? textCall(tree, operand))
  if (pieces.includes(undefined) || !operands.some(({ type }) => type === 'CallExpression')) return undefined
  return operands.some(({ type }) => type === 'String') ? `f"${pieces.join('')}"` : undefined
}

/** The text between plain quotes, if it means the same in an f-string. */
function literalText(tree: Tree, node: Node): string | undefined {
  if (node.type !== 'String') return undefined
  const inside = /^(?:'([^'"{}\n\\]*)'|"([^"{}\n\\]*)")$/.exec(textOf(tree, node))
  return inside ? (inside[1] ?? inside[2]) : undefined
}

function textCall(tree: Tree, node: Node): string | undefined {
  if (node.type !== 'CallExpression' || calledPath(tree, node) !== 'str') return undefined
  const [given, ...more] = argumentsOf(tree, node)
  return given && more.length === 0 && !given.name && !given.spread
    ? replacement(tree, { value: given.value })
    : undefined
}

/** Python before 3.12 allows neither the same quotes nor a backslash inside of braces. */
function replacement(tree: Tree, { value, conversion = '' }: { value: Node; conversion?: string }): string | undefined {
  const text = textOf(tree, value)
  const isPlain = !/["\\{}\n#!]/.test(text) && !text.includes(':') && !text.includes('=')
  for (const { type } of walk(value))
    if (['LambdaExpression', 'AwaitExpression', 'YieldExpression'].includes(type)) return undefined
  return isPlain ? `{${text}${conversion}}` : undefined
}

/** Needs a tuple with one value for each mark: any other value could itself be a tuple. */
function percentFormat(tree: Tree, node: Node): string | undefined {
  const [format, operator, values] = node.children
  if (format?.type !== 'String' || !operator || textOf(tree, operator) !== '%' || values?.type !== 'TupleExpression')
    return undefined
  const given = values.children.filter(({ type }) => !['(', ')', ','].includes(type))
  const literal = literalText(tree, format)
  if (literal === undefined || given.some(({ type }) => type === '*' || type === 'Comment')) return undefined
  const pieces = literal.split('%')
  let text = pieces[0] ?? ''
  for (const [at, piece] of pieces.slice(1).entries()) {
    const mark = /^(?:([sr])|(\.\d+f))/.exec(piece)
    const value = given[at]
    const conversion = mark?.[2] ? `:${mark[2]}` : mark?.[1] === 'r' ? '!r' : ''
    const put = mark && value && replacement(tree, { value, conversion })
    if (!put) return undefined
    text += put + piece.slice(mark[0].length)
  }
  return pieces.length - 1 === given.length && given.length > 0 ? `f"${text}"` : undefined
}
