import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledPath } from '../called-path.ts'
import { loopAround } from '../loop.ts'
import { scopeOf } from '../scope.ts'
import { statementKind } from './statement-kind.ts'

const RULE: RemarkRule = {
  rule: 'python/query-in-loop',
  family: 'performance',
  severity: 'medium',
  why: 'The database could answer all of it in one query.',
  remedy: 'Join the tables, or fetch all keys at once with `WHERE key IN (…)` before the loop.',
}

/** Finds functions of the program that send a query and are called in each round of a loop. */
export function askedFunctions({ tree }: TreeProgram): Remark[] {
  const calls = nodesOf(tree, 'CallExpression')
  const asking = new Set(calls.flatMap((call) => askingFunction(tree, call)))
  if (asking.size === 0) return []
  return calls.flatMap((call) => {
    const path = calledPath(tree, call)
    const name = path.startsWith('self.') ? path.slice('self.'.length) : path
    return asking.has(name) && loopAround(call)
      ? remarkAt(RULE, {
          at: call,
          message: `\`${name}\` asks the database in each round.`,
          cost: 'one round trip to the database per round (N+1 queries)',
        })
      : []
  })
}

/** The name of the function around a query. */
function askingFunction(tree: Tree, call: Node): string[] {
  if (!calledPath(tree, call).endsWith('.execute') || statementKind(tree, call) !== 'read') return []
  const scope = scopeOf(tree, call)
  const name = scope.type === 'FunctionDefinition' ? childOf(scope, 'VariableName') : undefined
  return name ? [textOf(tree, name)] : []
}
