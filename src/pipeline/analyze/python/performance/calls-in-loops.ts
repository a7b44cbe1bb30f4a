import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import type { Node, Tree } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { remarkAt } from '../../remark-at.ts'
import { calledPath } from '../called-path.ts'
import { isInvariant, loopAround } from '../loop.ts'
import { type LoopCall, loopCalls } from './loop-calls.ts'

/** Finds calls that are expensive in each round of a loop, or return the same in each. */
export function callsInLoops({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'CallExpression').flatMap((call) => {
    const path = calledPath(tree, call)
    const rule = loopCalls.find(({ names, where }) => isNamed(path, names) && (!where || where(tree, call)))
    const loop = rule && loopAround(call)
    if (!loop || !isRepeated({ tree, call, loop, rule })) return []
    const { message, cost, names: _names, same: _same, where: _where, ...said } = rule
    return remarkAt(said, { at: call, message: message(path.replace(/^.*\?\./, '.')), cost })
  })
}

/** `.commit` in a list stands for that method of any object, `.objects.get` for one reached through `objects`. */
function isNamed(path: string, names: ReadonlySet<string>): boolean {
  const steps = path.split('.')
  return (
    names.has(path) || [1, 2].some((count) => count < steps.length && names.has(`.${steps.slice(-count).join('.')}`))
  )
}

function isRepeated({ tree, call, loop, rule }: { tree: Tree; call: Node; loop: Node; rule: LoopCall }): boolean {
  if (!rule.same) return true
  const object = call.children[0]?.children[0]
  if (rule.same === 'object') return object !== undefined && isInvariant(tree, { expression: object, loop })
  const given = argumentsOf(tree, call)
  return given.length > 0 && given.every(({ value }) => isInvariant(tree, { expression: value, loop }))
}
