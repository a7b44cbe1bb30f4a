import type { Binding } from '../../../../language/javascript/scope/scope.ts'
import { scopesOf } from '../../../../language/javascript/scope/scopes-of.ts'
import { unreadWords } from '../../../../language/javascript/scope/unread-words.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { around, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { loopAround } from '../loop.ts'

const VAR: RemarkRule = {
  rule: 'javascript/var',
  family: 'style',
  severity: 'low',
  why: 'A `var` belongs to the whole function, is there before its line, and may be declared twice without a word.',
  remedy: 'Use const, or let where the value changes.',
}
const CONST: RemarkRule = {
  rule: 'javascript/prefer-const',
  family: 'refactoring',
  severity: 'info',
  why: 'const tells readers that the value stays the same.',
  remedy: 'Use const.',
}

export function declarations({ tree }: TreeProgram): Remark[] {
  const byDeclaration = bindingsByDeclaration(tree)
  return nodesOf(tree, 'VariableDeclaration').flatMap((declaration) => {
    const keyword = declaration.children.find(({ type }) => type === 'var' || type === 'let')
    const bindings = byDeclaration.get(declaration) ?? []
    if (bindings.some(({ name }) => unreadWords(tree).has(name))) return []
    if (!keyword || bindings.length === 0 || declaration.parent?.type === 'AmbientDeclaration') return []
    const isSet =
      bindings.every(({ writes, definitions }) => writes.length === 0 && definitions.length === 1) &&
      hasValue(declaration)
    const edit = (text: string) => ({ title: `Use ${text}`, edits: [{ start: keyword.start, end: keyword.end, text }] })
    const names = bindings.map(({ name }) => `\`${name}\``).join(', ')
    if (keyword.type === 'var') {
      const fix = bindings.every((binding) => staysInBlock(tree, binding)) ? edit(isSet ? 'const' : 'let') : undefined
      return remarkAt(VAR, { at: keyword, message: `${names} is declared with var.`, fix })
    }
    const isCounter = declaration.parent?.type === 'ForSpec'
    return isSet && !isCounter
      ? remarkAt(CONST, { at: keyword, message: `${names} never gets another value.`, fix: edit('const') })
      : []
  })
}

function bindingsByDeclaration(tree: Tree): Map<Node, Binding[]> {
  const found = new Map<Node, Binding[]>()
  for (const binding of scopesOf(tree).bindings) {
    for (const definition of binding.definitions) {
      const declaration = around(definition, 'VariableDeclaration', 'ParamList', 'Block')
      if (declaration?.type !== 'VariableDeclaration') continue
      const same = found.get(declaration)
      if (same) same.push(binding)
      else found.set(declaration, [binding])
    }
  }
  return found
}

/** Whether each of its names has an initial value. */
function hasValue({ children }: Node): boolean {
  const count = (type: string) => children.filter((child) => child.type === type).length
  const targets = count('VariableDefinition') + count('ObjectPattern') + count('ArrayPattern')
  return targets > 0 && count('Equals') === targets
}

/** Whether the variable is used only behind its line and inside of its block, and no two rounds of a loop share it. */
function staysInBlock(tree: Tree, { definitions, reads, writes }: Binding): boolean {
  const [definition] = definitions
  if (!definition || definitions.length > 1 || loopAround(tree, definition)) return false
  const block = around(definition, 'Block', 'ForStatement', 'SwitchBody', 'Script')
  const isShared = block?.type === 'ForStatement' && reads.some((read) => functionOf(read) !== functionOf(definition))
  const isInside = ({ start, end }: Node) => start > definition.end && block !== undefined && end <= block.end
  return (
    !isShared &&
    block?.type !== 'SwitchBody' &&
    textOf(tree, definition) !== 'arguments' &&
    [...reads, ...writes].every(isInside)
  )
}

const functionOf = (node: Node): Node | undefined =>
  around(node, 'FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration')
