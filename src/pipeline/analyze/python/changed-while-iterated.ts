import { nodesOf } from '../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import type { Remark } from '../language-analysis.ts'
import type { TreeProgram } from '../program.ts'
import { type RemarkRule, remarkAt } from '../remark-at.ts'
import { calledPath } from './called-path.ts'
import { iteratedBy, loopsAround } from './loop.ts'

const RULE: RemarkRule = {
  rule: 'python/changed-while-iterated',
  family: 'practice',
  severity: 'medium',
  why: 'A list that changes under a loop makes it skip elements or go on for ever; a dict or set ends it with an error.',
  remedy: 'Go through a copy, `for item in list(items)`, or build a new collection.',
}
const CHANGES = ['remove', 'insert', 'append', 'pop', 'clear', 'extend', 'add', 'discard', 'popitem']

/** Finds `for item in items: items.remove(item)`. */
export function changedWhileIterated({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'CallExpression').flatMap((call) => {
    const [name, method, ...more] = calledPath(tree, call).split('.')
    if (!name || !method || more.length > 0 || !CHANGES.includes(method) || leavesBehind(call)) return []
    const isIterated = loopsAround(call).some((loop) => goesOver(tree, loop) === name)
    return isIterated ? remarkAt(RULE, { at: call, message: `\`${name}\` changes while a loop goes through it.` }) : []
  })
}

function goesOver(tree: Tree, loop: Node): string | undefined {
  const iterated = loop.type === 'ForStatement' ? iteratedBy(loop) : undefined
  return iterated?.type === 'VariableName' ? textOf(tree, iterated) : undefined
}

/** Whether the loop ends right behind the change. */
function leavesBehind(call: Node): boolean {
  let statement: Node | undefined = call
  while (statement && !statement.type.endsWith('Statement')) statement = statement.parent
  const body = statement?.parent
  if (!statement || !body || body.children.length > 300) return false
  return childOf(body, 'BreakStatement', 'ReturnStatement') !== undefined || statement.type === 'ReturnStatement'
}
