import { isClass, isFunction, type Node, type Statement } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import { pathOf } from './top-level.ts'

const MODULES: Record<string, string> = {
  fs: 'files',
  'fs/promises': 'files',
  child_process: 'other programs',
  net: 'the network',
  http: 'the network',
  https: 'the network',
  http2: 'the network',
  tls: 'the network',
  dns: 'the network',
  dgram: 'the network',
  readline: 'what is typed',
  'readline/promises': 'what is typed',
  cluster: 'other programs',
  worker_threads: 'threads',
}
const GLOBALS: [RegExp, string][] = [
  [/^(?:fetch|WebSocket|XMLHttpRequest|EventSource)$/, 'the network'],
  [/^(?:globalThis\.)?crypto\.(?:random|getRandomValues)/, 'chance'],
  [/^process\.(?:exit|kill|abort|chdir)$/, 'its own process'],
  [/^process\.(?:stdin|argv)/, 'how it was started'],
  [/^(?:document|window|localStorage|alert|prompt)(?:\.|$)/, 'a browser'],
]

/** The part of the outside world that a piece of code uses, in words: such functions are not called with made-up values. */
export function createOutsideWorld(body: readonly Statement[]): (root: Node) => string | undefined {
  const names = new Map<string, string>()
  for (const statement of body) {
    for (const [name, module] of importedNames(statement)) {
      const world = MODULES[module.replace(/^node:/, '')]
      if (world) names.set(name, world)
    }
  }
  const worldIn = (root: Node): string | undefined => {
    let found: string | undefined
    walk(root, ({ node, key, up }) => {
      if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return undefined
      const isName =
        (key === 'property' || key === 'key') && up !== undefined && !('computed' in up.node && up.node.computed)
      const path = pathOf(node)
      if (!isName) found ??= names.get(path) ?? GLOBALS.find(([pattern]) => pattern.test(path))?.[1]
      return found ? 'skip' : undefined
    })
    return found
  }
  // A variable made from the outside world belongs to it; declarations are read in their order.
  for (const statement of body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declarations) {
      const world = init && !isFunction(init) && !isClass(init) ? worldIn(init) : undefined
      if (world) for (const name of namesOf(id as Node)) names.set(name, world)
    }
  }
  return worldIn
}

function importedNames(statement: Statement): [name: string, module: string][] {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.map(({ local }) => [local.name, statement.source.value])
  if (statement.type !== 'VariableDeclaration') return []
  return statement.declarations.flatMap(({ id, init }) => {
    const call = init?.type === 'MemberExpression' ? init.object : init
    if (call?.type !== 'CallExpression' || pathOf(call.callee as Node) !== 'require') return []
    const [module] = call.arguments
    if (module?.type !== 'StringLiteral') return []
    return namesOf(id as Node).map((name): [string, string] => [name, module.value])
  })
}

function namesOf(target: Node): string[] {
  if (target.type === 'Identifier') return [target.name]
  if (target.type !== 'ObjectPattern') return []
  return target.properties.flatMap((each) => (each.type === 'ObjectProperty' ? namesOf(each.value as Node) : []))
}
