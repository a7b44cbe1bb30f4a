import type { ImportedModule } from '../../../contract/analysis.ts'
import { distributionOf } from '../../../language/python/distributions.ts'
import { importClauses } from '../../../language/python/import-clauses.ts'
import { STANDARD_MODULES } from '../../../language/python/standard-modules.ts'
import { childOf, type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import { firstMentions } from './first-mentions.ts'

/** Modules that a Python program names, also in `importlib.import_module('…')`. */
export function pythonImports(tree: Tree, lineAt: (offset: number) => number): ImportedModule[] {
  const mentions: ImportedModule[] = []
  for (const node of walk(tree.root)) {
    const names = node.type === 'ImportStatement' ? importedNames(node, tree) : loadedNames(node, tree)
    for (const name of names) mentions.push(moduleCalled(name, lineAt(node.start)))
  }
  return firstMentions(mentions)
}

function importedNames(node: Node, tree: Tree): string[] {
  const { isFrom, module, clauses } = importClauses(tree, node)
  return isFrom ? [module] : clauses.map(({ name }) => name)
}

const LOADERS = new Set(['__import__', 'import_module', 'importlib.import_module'])

function loadedNames(node: Node, tree: Tree): string[] {
  const callee = node.type === 'CallExpression' ? node.children[0] : undefined
  if (!callee || callee.end - callee.start > 30 || !LOADERS.has(textOf(tree, callee))) return []
  const argument = childOf(node, 'ArgList')?.children[1]
  const text = argument?.type === 'String' ? textOf(tree, argument) : ''
  return /^(['"])([\w.]+)\1$/.test(text) ? [text.slice(1, -1)] : []
}

const MOST_PARTS = 6

function moduleCalled(name: string, line: number): ImportedModule {
  if (name.startsWith('.')) return { name, line, kind: 'local' }
  const parts = name.split('.', MOST_PARTS)
  if (STANDARD_MODULES.has(parts[0] as string)) return { name, line, kind: 'standard' }
  const distribution = distributionOf(parts.join('.'))
  return { name, line, kind: 'package', ...(distribution && distribution !== name ? { package: distribution } : {}) }
}
