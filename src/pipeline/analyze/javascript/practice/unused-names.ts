import type { TextEdit } from '../../../../contract/finding.ts'
import type { Binding } from '../../../../language/javascript/scope/scope.ts'
import { scopesOf } from '../../../../language/javascript/scope/scopes-of.ts'
import { unreadWords } from '../../../../language/javascript/scope/unread-words.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { firstValue } from '../known-kind.ts'
import { isFunction } from '../loop.ts'

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
    if (!isVariable(binding) || isMeant(binding, definition)) return []
    return remarkAt(VARIABLE, { at: definition, message: `\`${name}\` is never read.` })
  })
}

const isVariable = ({ kind }: Binding): boolean => ['var', 'let', 'const', 'function', 'class'].includes(kind)

const isMeant = (binding: Binding, definition: Node): boolean =>
  isVisibleOutside(definition) || isCodeForItself(binding, definition) || isPlaceholder(definition)

const OPENING = ['ExportDeclaration', 'AmbientDeclaration', 'NamespaceDeclaration']
const DECLARING = [
  ...['VariableDeclaration', 'FunctionDeclaration', 'ClassDeclaration'],
  ...['PatternProperty', 'ObjectPattern', 'ArrayPattern'],
]

/** The declaration itself, not one inside of it, is exported. */
function isVisibleOutside(definition: Node): boolean {
  let holder = definition.parent
  while (holder && DECLARING.includes(holder.type)) holder = holder.parent
  return holder !== undefined && OPENING.includes(holder.type)
}

/** A function or class of the program that others may call, or one that names itself. */
function isCodeForItself({ scope, kind }: Binding, definition: Node): boolean {
  const { parent } = definition
  if (parent?.type === 'FunctionExpression' || parent?.type === 'ClassExpression') return true
  if (scope.parent) return false
  const value = firstValue(definition)
  return (
    kind === 'function' ||
    kind === 'class' ||
    (value !== undefined && (isFunction(value) || value.type === 'ClassExpression'))
  )
}

/** The name only stands for a skipped value: an element of a pattern, or the round of a loop. */
function isPlaceholder({ parent }: Node): boolean {
  if (parent && ['ForOfSpec', 'ForInSpec', 'ArrayPattern'].includes(parent.type)) return true
  const pattern = parent?.type === 'PatternProperty' ? parent.parent : undefined
  return pattern?.children.some((property) => childOf(property, 'Spread')) ?? false
}

/** Removes one of several imported names; a sole import stays, since its module may have effects when it loads. */
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
