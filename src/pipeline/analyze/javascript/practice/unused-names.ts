import type { TextEdit } from '../../../../contract/finding.ts'
import { around, childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import { nodesOf } from '../../nodes-by-type.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { firstValue } from '../known-kind.ts'
import { isFunction } from '../loop.ts'
import type { Binding } from '../scope/scope.ts'
import { scopesOf } from '../scope/scopes-of.ts'
import { unreadWords } from '../scope/unread-words.ts'

const VARIABLE: RemarkRule = {
  rule: 'javascript/unused-variable',
  family: 'style',
  severity: 'low',
  why: 'A name that is never read often stands for a step that was forgotten.',
  remedy: 'Use it or remove it.',
}
const IMPORT: RemarkRule = {
  rule: 'javascript/unused-import',
  family: 'style',
  severity: 'low',
  why: 'It is loaded for nothing, and readers look for what it is there for.',
  remedy: 'Remove it.',
}

export function unusedNames({ tree }: TreeProgram): Remark[] {
  const hasJsx = nodesOf(tree, 'JSXElement', 'JSXFragment').length > 0
  const unread = unreadWords(tree)
  return scopesOf(tree).bindings.flatMap((binding) => {
    const { name, kind, reads, definitions } = binding
    const [definition] = definitions
    if (!definition || reads.length > 0 || unread.has(name) || name.startsWith('_') || (hasJsx && name === 'React'))
      return []
    if (kind === 'import') {
      const fix = importFix(tree, definition)
      return remarkAt(IMPORT, { at: definition, message: `\`${name}\` is imported and never used.`, fix })
    }
    if (!isVariable(binding) || isVisibleOutside(binding, definition)) return []
    return remarkAt(VARIABLE, { at: definition, message: `\`${name}\` is never read.` })
  })
}

const isVariable = ({ kind }: Binding): boolean => ['var', 'let', 'const', 'function', 'class'].includes(kind)

/** Others may use it: it is exported, or a function or class that stands for itself; or it is only there to be left out. */
function isVisibleOutside({ scope, kind }: Binding, definition: Node): boolean {
  if (
    around(definition, 'ExportDeclaration', 'AmbientDeclaration', 'NamespaceDeclaration')?.children.includes(
      holderOf(definition),
    )
  )
    return true
  const value = firstValue(definition)
  const isCode =
    kind === 'function' ||
    kind === 'class' ||
    (value !== undefined && (isFunction(value) || value.type === 'ClassExpression'))
  if (
    isCode &&
    (!scope.parent || definition.parent?.type === 'FunctionExpression' || definition.parent?.type === 'ClassExpression')
  )
    return true
  const pattern = definition.parent?.type === 'PatternProperty' ? definition.parent.parent : undefined
  const isInFor = definition.parent?.type === 'ForOfSpec' || definition.parent?.type === 'ForInSpec'
  return (
    isInFor ||
    (pattern?.children.some((property) => childOf(property, 'Spread')) ?? false) ||
    definition.parent?.type === 'ArrayPattern'
  )
}

function holderOf(definition: Node): Node {
  let holder = definition
  while (
    holder.parent &&
    !['ExportDeclaration', 'AmbientDeclaration', 'NamespaceDeclaration'].includes(holder.parent.type)
  )
    holder = holder.parent
  return holder
}

/** One of several names can go; an import as a whole may be there for what it does when it is loaded. */
function importFix(tree: Tree, definition: Node): Remark['fix'] {
  const group = definition.parent?.type === 'ImportGroup' ? definition.parent : undefined
  const names = group?.children.filter(({ type }) => type === 'VariableDefinition') ?? []
  if (!group || names.length < 2 || names.length > 100) return undefined
  const at = group.children.indexOf(definition)
  const from = group.children.findLastIndex(({ type }, index) => index < at && (type === ',' || type === '{'))
  const to = group.children.findIndex(({ type }, index) => index > at && (type === ',' || type === '}'))
  const [before, after] = [group.children[from], group.children[to]]
  if (!before || !after) return undefined
  const edit: TextEdit =
    before.type === ','
      ? { start: before.start, end: definition.end, text: '' }
      : { start: before.end, end: after.end, text: '' }
  return { title: `Remove \`${textOf(tree, definition)}\``, edits: [edit] }
}
