import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import { isSum } from '../../is-sum.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const RULE: RemarkRule = {
  rule: 'javascript/template-literal',
  family: 'refactoring',
  severity: 'info',
  why: 'A template shows each value where it goes.',
  remedy: 'Use a template literal.',
}

/** Finds `'a' + b + 'c'`: it begins with a text, so everything behind it is converted to text. */
export function templateLiterals({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'BinaryExpression').flatMap((sum) => {
    if (!isSum(tree, sum) || (sum.parent && isSum(tree, sum.parent))) return []
    const operands = operandsOf(tree, sum)
    const pieces = operands.map((operand) => pieceOf(tree, operand))
    const values = operands.filter(({ type }) => type !== 'String').length
    if (operands.length < 3 || operands[0]?.type !== 'String' || values === 0 || pieces.includes(undefined)) return []
    return remarkAt(RULE, {
      at: sum,
      message: 'A text is put together from pieces.',
      fix: {
        title: 'Use a template literal',
        edits: [{ start: sum.start, end: sum.end, text: `\`${pieces.join('')}\`` }],
      },
    })
  })
}

function operandsOf(tree: Tree, sum: Node): Node[] {
  const operands: Node[] = []
  let rest = sum
  while (isSum(tree, rest) && rest.children[0] && rest.children[2]) {
    operands.push(rest.children[2])
    rest = rest.children[0]
  }
  return [...operands, rest].reverse()
}

function pieceOf(tree: Tree, operand: Node): string | undefined {
  const text = textOf(tree, operand)
  if (operand.type === 'String')
    return /[`$]/.test(text) || text.includes('\\\n') ? undefined : text.slice(1, -1).replace(/\\(['"])/g, '$1')
  const isPlain = ['VariableName', 'MemberExpression', 'CallExpression', 'Number'].includes(operand.type)
  return isPlain && !/[`\n]/.test(text) ? `\${${text}}` : undefined
}
