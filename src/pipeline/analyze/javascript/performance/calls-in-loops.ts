import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { remarkAt } from '../../remark-at.ts'
import { calledPath } from '../called-path.ts'
import { loopAround } from '../loop.ts'
import { loopCalls } from './loop-calls.ts'

/** Finds calls that are expensive in each round of a loop, or return the same in each. */
export function callsInLoops({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'CallExpression', 'NewExpression').flatMap((call) => {
    const path = calledPath(tree, call)
    const method = path.includes('.') ? path.slice(path.lastIndexOf('.')) : path
    const rules = loopCalls.filter(({ names }) => names.has(path) || names.has(method))
    const loop = rules.length > 0 ? loopAround(tree, call) : undefined
    const rule = loop && rules.find(({ where }) => where({ tree, call, loop }))
    if (!rule) return []
    const { message, cost, names: _names, where: _where, ...said } = rule
    return remarkAt(said, { at: call, message: message({ tree, call, loop }), cost })
  })
}
