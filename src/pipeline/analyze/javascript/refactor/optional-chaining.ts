import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const RULE: RemarkRule = {
  rule: 'javascript/optional-chaining',
  family: 'refactoring',
  severity: 'info',
  why: '`?.` says the same once, and cannot test one thing and use another.',
  remedy: 'Use optional chaining.',
}

/** Finds `user && user.name` as a condition, where it does not matter which falsy value results. */
export function optionalChaining({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'BinaryExpression').flatMap((node) => {
    if (!isCondition(node) || !isAnd(tree, node)) return []
    const operands = operandsOf(tree, node)
    const chain = chainOf(operands)
    if (!chain) return []
    return remarkAt(RULE, {
      at: node,
      message: `\`${operands[0]}\` is tested before each step.`,
      fix: { title: 'Use optional chaining', edits: [{ start: node.start, end: node.end, text: chain }] },
    })
  })
}

const isCondition = ({ parent }: Node): boolean =>
  parent?.type === 'ParenthesizedExpression' && ['IfStatement', 'WhileStatement'].includes(parent.parent?.type ?? '')

const isAnd = (tree: Tree, { type, children }: Node): boolean =>
  type === 'BinaryExpression' && children[1] !== undefined && textOf(tree, children[1]) === '&&'

function operandsOf(tree: Tree, node: Node): string[] {
  const operands: string[] = []
  let rest = node
  while (isAnd(tree, rest) && rest.children[0] && rest.children[2]) {
    operands.unshift(textOf(tree, rest.children[2]))
    rest = rest.children[0]
  }
  return [textOf(tree, rest), ...operands]
}

const STEP = /^[\w$.]{1,80}$/
/** A call with plain arguments. */
const LAST_STEP = /^[\w$.]{1,80}(?:\([\w$., '"]{0,80}\))?$/

/** Each operand continues the one before it with `.name`; the last may also be a call. */
function chainOf([first = '', ...steps]: string[]): string | undefined {
  if (!STEP.test(first) || steps.length === 0) return undefined
  let [chain, before] = [first, first]
  for (const [at, operand] of steps.entries()) {
    const step = operand.slice(before.length)
    const isPlain = (at === steps.length - 1 ? LAST_STEP : STEP).test(step)
    if (!operand.startsWith(`${before}.`) || !isPlain) return undefined
    chain += `?${step}`
    before = operand
  }
  return chain
}
