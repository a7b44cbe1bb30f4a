import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledName, calledPath } from '../called-path.ts'
import { functionAround } from '../loop.ts'

const RULE: RemarkRule = {
  rule: 'javascript/blocking-call',
  family: 'performance',
  severity: 'low',
  why: 'While it waits for the disk or a process, nothing else of the program goes on, other requests included.',
  remedy: 'Await the call of the same name without Sync, from node:fs/promises.',
}
const BLOCKING = new Set([
  ...['readFileSync', 'writeFileSync', 'appendFileSync', 'readdirSync', 'copyFileSync', 'cpSync'],
  ...['execSync', 'execFileSync', 'spawnSync', 'gzipSync', 'gunzipSync', 'pbkdf2Sync', 'scryptSync'],
])
const HANDLER_METHODS = ['get', 'post', 'put', 'patch', 'delete', 'use', 'all', 'on', 'createServer']

/** Finds `readFileSync` and its like in async functions and in request handlers. */
export function blockingCalls({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'CallExpression').flatMap((call) => {
    const name = calledName(tree, call)
    if (!BLOCKING.has(name)) return []
    const scope = functionAround(call)
    if (!scope || !(childOf(scope, 'async') || isHandler(tree, scope))) return []
    return remarkAt(RULE, {
      at: call,
      message: `${calledPath(tree, call)} blocks the event loop.`,
      cost: 'everything else waits as long as the call takes',
    })
  })
}

/** `app.get('/', (request, response) => …)`. */
function isHandler(tree: Tree, scope: Node): boolean {
  const call = scope.parent?.type === 'ArgList' ? scope.parent.parent : undefined
  const parameters = childOf(scope, 'ParamList')?.children.filter(({ type }) => type === 'VariableDefinition') ?? []
  return call !== undefined && parameters.length >= 2 && HANDLER_METHODS.includes(calledName(tree, call))
}
