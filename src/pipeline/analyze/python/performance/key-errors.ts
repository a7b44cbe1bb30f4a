import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { trimPlace } from '../../trim-place.ts'
import { loopAround } from '../loop.ts'

const RULE: RemarkRule = {
  rule: 'python/exception-as-branch-in-loop',
  family: 'performance',
  severity: 'info',
  why: 'An exception that is raised costs some ten times what a look into the dict costs.',
  remedy: 'Use dict.get, dict.setdefault, collections.defaultdict or collections.Counter.',
}

/** Finds `try: counts[key] += 1` with `except KeyError: counts[key] = 1` in loops. */
export function keyErrors({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'TryStatement').flatMap((statement) => {
    const [body, handler] = statement.children.filter(({ type }) => type === 'Body')
    const caught = statement.children.find(
      ({ type }, at, all) => type === 'VariableName' && all[at - 1]?.type === 'except',
    )
    if (!body || !handler || !caught || textOf(tree, caught) !== 'KeyError' || !loopAround(statement)) return []
    const [one, other] = [onlyAssignment(tree, body), onlyAssignment(tree, handler)]
    if (!one || one !== other) return []
    return remarkAt(RULE, {
      at: trimPlace(tree.source, { start: statement.start, end: handler.end }),
      message: `A missing key of \`${one}\` is found out by an exception in each round.`,
      cost: 'one exception for each new key',
    })
  })
}

/** The target of the body's only statement, an assignment, such as `counts[key]`. */
function onlyAssignment(tree: Tree, body: Node): string | undefined {
  const [colon, statement, ...more] = body.children
  const target = statement?.children[0]
  const isAssignment = statement?.type === 'AssignStatement' || statement?.type === 'UpdateStatement'
  if (colon?.type !== ':' || !isAssignment || more.length > 0 || target?.type !== 'MemberExpression') return undefined
  return textOf(tree, target)
}
