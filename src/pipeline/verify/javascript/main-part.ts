import { endOf, isFunction, type Node, type Statement, startOf } from './syntax-node.ts'
import { pathOf } from './top-level.ts'
import { walk } from './walk.ts'

const SPEAKS = /^(?:console|process\.(?:stdout|stderr|exit|on)|alert)\b/
const GUARDS = /^(?:require\.main|import\.meta\.(?:main|url)|process\.argv)/

/** The statements that make a program run when it is started, apart from those that define something. */
export function findMainPart(
  body: readonly Statement[],
  functions: ReadonlySet<string>,
): [start: number, end: number][] {
  return body.filter((statement) => isMain(statement, functions)).map((each) => [startOf(each), endOf(each)])
}

function isMain(statement: Statement, functions: ReadonlySet<string>): boolean {
  switch (statement.type) {
    case 'ExpressionStatement':
      return callsOut(statement.expression, functions)
    case 'IfStatement':
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'WhileStatement':
    case 'TryStatement':
    case 'BlockStatement':
      return acts(statement, functions)
    default:
      return false
  }
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

/** Whether something in it prints, asks how the program was started, or calls a function of the program. */
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
