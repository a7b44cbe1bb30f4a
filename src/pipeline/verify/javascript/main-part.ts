import {
  endOf,
  isClass,
  isFunction,
  type Node,
  type Statement,
  startOf,
} from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import { pathOf } from './top-level.ts'

const SPEAKS = /^(?:console|process\.(?:stdout|stderr|exit|on)|alert)\b/
const ACTING = [
  ...['IfStatement', 'ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'TryStatement'],
  'BlockStatement',
]
const GUARDS = /^(?:require\.main|import\.meta\.(?:main|url)|process\.argv)/

export type Range = [start: number, end: number]

export interface MainPart {
  /** The statements that run when the program is started, apart from definitions. */
  mainPart: Range[]
  /** The statements that would disturb a test when it loads the program. */
  restless: Range[]
}

export interface MainSource {
  body: readonly Statement[]
  /** Names of the program's functions. */
  functions: ReadonlySet<string>
  /** The part of the outside world that a statement uses, itself or through the functions that it calls. */
  worldIn(statement: Statement): string | undefined
}

export function findMainPart({ body, functions, worldIn }: MainSource): MainPart {
  const main = body.filter((each) => isMain(each, functions) || (worldIn(each) !== undefined && isDoing(each)))
  const restless = main.filter((each) => worldIn(each) !== undefined && !isGuarded(each))
  return { mainPart: main.map(rangeOf), restless: restless.map(rangeOf) }
}

export const rangeOf = (node: Node): Range => [startOf(node), endOf(node)]

/** `server.listen(80)`, `const text = readFileSync(path)`: the statement has an effect when it is reached. */
function isDoing(statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement' && statement.type !== 'VariableDeclaration') return false
  const isAssigned = statement.type === 'ExpressionStatement' && statement.expression.type === 'AssignmentExpression'
  const isDefining =
    statement.type === 'VariableDeclaration' &&
    statement.declarations.some(({ init }) => isFunction(init) || isClass(init))
  let isCalling = false
  walk(statement, ({ node }) => {
    const isCall = node.type === 'CallExpression' || node.type === 'NewExpression'
    if (isCall && pathOf(node.callee as Node) !== 'require') isCalling = true
    return isCalling ? 'skip' : undefined
  })
  return isCalling && !isAssigned && !isDefining
}

/** `if (require.main === module) …` */
function isGuarded(statement: Statement): boolean {
  if (statement.type !== 'IfStatement') return false
  let isAsking = false
  walk(statement.test, ({ node }) => {
    if (node.type === 'MemberExpression' && /^(?:require\.main|import\.meta\.main)$/.test(metaPath(node)))
      isAsking = true
    return undefined
  })
  return isAsking
}

function isMain(statement: Statement, functions: ReadonlySet<string>): boolean {
  if (statement.type === 'ExpressionStatement') return callsOut(statement.expression, functions)
  return ACTING.includes(statement.type) && acts(statement, functions)
}

/** `main()`, `await main()`, `main().catch(…)`, `console.log(…)`, `(async () => …)()`, `items.forEach(print)`. */
function callsOut(expression: Node, functions: ReadonlySet<string>): boolean {
  if (
    expression.type === 'AwaitExpression' ||
    (expression.type === 'UnaryExpression' && expression.operator === 'void')
  ) {
    return callsOut(expression.argument, functions)
  }
  if (expression.type !== 'CallExpression') return false
  const callee = expression.callee as Node
  if (isFunction(callee)) return acts(expression, functions)
  if (callee.type === 'Identifier') return functions.has(callee.name)
  if (callee.type !== 'MemberExpression') return false
  if (SPEAKS.test(pathOf(callee))) return true
  return callee.object.type === 'CallExpression' || isIterating(callee) ? acts(expression, functions) : false
}

const isIterating = ({ property }: Extract<Node, { type: 'MemberExpression' }>): boolean =>
  property.type === 'Identifier' && property.name === 'forEach'

/** Whether the code prints, asks how the program was started, or calls a function of the program. */
function acts(node: Node, functions: ReadonlySet<string>): boolean {
  let isActing = false
  walk(node, ({ node: each }) => {
    if (each.type === 'CallExpression') {
      const path = pathOf(each.callee as Node)
      if (SPEAKS.test(path) || functions.has(path)) isActing = true
    }
    if (each.type === 'MemberExpression' && GUARDS.test(metaPath(each))) isActing = true
    return isActing ? 'skip' : undefined
  })
  return isActing
}

function metaPath(node: Extract<Node, { type: 'MemberExpression' }>): string {
  const isMeta = node.object.type === 'MetaProperty' && node.property.type === 'Identifier'
  return isMeta ? `import.meta.${(node.property as { name: string }).name}` : pathOf(node)
}
