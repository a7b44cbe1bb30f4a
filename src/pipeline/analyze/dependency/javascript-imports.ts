import { builtinModules } from 'node:module'
import type { ImportedModule } from '../../../contract/analysis.ts'
import { childOf, type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import { firstMentions } from './first-mentions.ts'

/** Modules that a program names in `import`, `export … from`, `import()` and `require()`. */
export function javascriptImports(tree: Tree, lineAt: (offset: number) => number): ImportedModule[] {
  const mentions: ImportedModule[] = []
  for (const node of walk(tree.root)) {
    const text = textIn(sourceIn(node, tree), tree)
    if (text !== undefined) mentions.push(moduleCalled(text, lineAt(node.start)))
  }
  return firstMentions(mentions)
}

function sourceIn(node: Node, tree: Tree): Node | undefined {
  if (node.type === 'ImportDeclaration' || node.type === 'DynamicImport') return childOf(node, 'String')
  if (node.type === 'ExportDeclaration') return childOf(node, 'from') && childOf(node, 'String')
  const callee = node.type === 'CallExpression' ? node.children[0] : undefined
  if (callee?.type !== 'VariableName' || textOf(tree, callee) !== 'require') return undefined
  return childOf(childOf(node, 'ArgList') ?? node, 'String')
}

function textIn(node: Node | undefined, tree: Tree): string | undefined {
  return node && node.end - node.start > 2 ? textOf(tree, node).slice(1, -1) : undefined
}

const BUILTIN = new Set(builtinModules)
const SCHEMES = /^(?:npm|jsr):/

function moduleCalled(name: string, line: number): ImportedModule {
  if (/^(?:[./#]|file:|data:)/.test(name)) return { name, line, kind: 'local' }
  if (name.startsWith('node:') || name.startsWith('bun:') || BUILTIN.has(name)) return { name, line, kind: 'standard' }
  if (/^https?:/.test(name)) return { name, line, kind: 'package' }
  const installed = packageOf(name.replace(SCHEMES, ''))
  return { name, line, kind: 'package', ...(installed === name ? {} : { package: installed }) }
}

/** `lodash` for `lodash/fp`, `@scope/name` for `@scope/name/deep`; a version does not belong to the name. */
function packageOf(path: string): string {
  const parts = path.split('/')
  const name = parts.slice(0, path.startsWith('@') ? 2 : 1).join('/')
  const version = name.indexOf('@', 1)
  return version === -1 ? name : name.slice(0, version)
}
