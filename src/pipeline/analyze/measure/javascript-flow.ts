import { indexIn } from '../../../language/tree/index-in.ts'
import { childOf, type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import type { FlowGrammar, FoundFunction, NamedCall, Step } from './flow-grammar.ts'
import { assignedName, holderName, nameOfFunction } from './javascript-names.ts'
import { logicRuns } from './logic-runs.ts'

/** Paths are counted as in ESLint's rule `complexity`, effort as in the paper on Cognitive Complexity. */
export const javascriptFlow: FlowGrammar = {
  stepOf,
  isDeeper,
  functionAt,
  holderAt,
  callAt,
  isOnlyHeld: () => false,
  // As in the paper: before there were classes, functions were written to hold functions.
  ignoresHolders: true,
  operands: new Set([
    'VariableName',
    'VariableDefinition',
    'PropertyName',
    'PropertyDefinition',
    'PrivatePropertyName',
    'PrivatePropertyDefinition',
    'TypeName',
    'TypeDefinition',
    'Label',
    'Number',
    'String',
    'TemplateString',
    'RegExp',
    'BooleanLiteral',
    'null',
    'this',
    'super',
    'JSXText',
    'JSXIdentifier',
    'JSXAttributeValue',
  ]),
}

const ONE_WAY: Step = { paths: 1 }
const BREAK: Step = { paths: 1, breaks: true }
const FLAT: Step = { flat: 1 }
const NEST: Step = { nests: true }

/** Keyed by the type of the parent, then by the type of the node. */
const IN_PARENT: Record<string, Record<string, Step>> = {
  ForStatement: { for: BREAK },
  WhileStatement: { while: BREAK },
  DoStatement: { do: BREAK },
  SwitchStatement: { switch: { breaks: true } },
  CaseLabel: { case: ONE_WAY },
  CatchClause: { catch: BREAK },
  BreakStatement: { Label: FLAT },
  ContinueStatement: { Label: FLAT },
  ParamList: { Equals: ONE_WAY },
  PatternProperty: { Equals: ONE_WAY },
  ArrayPattern: { Equals: ONE_WAY },
  MemberExpression: { '?.': ONE_WAY },
  CallExpression: { '?.': ONE_WAY },
}

const NESTING = new Set(['ForStatement', 'WhileStatement', 'DoStatement', 'SwitchStatement', 'TryStatement'])
const WITH_BODY = new Set(['IfStatement', 'ForStatement', 'WhileStatement', 'DoStatement'])
const HEADS = new Set(['ParenthesizedExpression', 'ForSpec', 'ForOfSpec', 'ForInSpec'])

function stepOf(node: Node, tree: Tree): Step | undefined {
  const { type, parent } = node
  switch (type) {
    case 'LogicOp':
      return parent?.type === 'BinaryExpression' ? ONE_WAY : undefined
    case 'UpdateOp':
      return LOGICAL_UPDATES.has(textOf(tree, node)) ? ONE_WAY : undefined
    case 'BinaryExpression':
      return { flat: logicRuns(node, (part) => operatorOf(part, tree)) }
    case 'ConditionalExpression':
      return BREAK
    case 'IfStatement':
      return isElseIf(node) ? undefined : NEST
    case 'if':
      return parent && isElseIf(parent) ? { paths: 1, flat: 1 } : BREAK
    case 'else':
      return parent?.children.at(-1)?.type === 'IfStatement' ? undefined : FLAT
  }
  return NESTING.has(type) ? NEST : parent && IN_PARENT[parent.type]?.[type]
}

const LOGICAL_UPDATES = new Set(['&&=', '||=', '??='])

/** `??` chooses a value and is easy to follow: it adds a path, but no effort. */
function operatorOf({ type, children }: Node, tree: Tree): string | undefined {
  const operator = children[1]
  if (type !== 'BinaryExpression' || operator?.type !== 'LogicOp') return undefined
  const text = textOf(tree, operator)
  return text === '??' ? undefined : text
}

/** Bodies of statements, and the two branches of a conditional expression. */
function isDeeper(node: Node): boolean {
  const { type, parent } = node
  if (!parent) return false
  if (type === 'SwitchBody') return true
  if (parent.type === 'ConditionalExpression') return parent.children[0] !== node
  if (parent.type === 'CatchClause') return type === 'Block'
  return WITH_BODY.has(parent.type) && node.children.length > 0 && !HEADS.has(type) && !isElseIf(node)
}

const isElseIf = (node: Node): boolean =>
  node.type === 'IfStatement' &&
  node.parent?.type === 'IfStatement' &&
  node.parent.children[indexIn(node.parent, node) - 1]?.type === 'else'

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunction', 'MethodDeclaration'])

function functionAt(node: Node, tree: Tree): FoundFunction | undefined {
  const isMethodOfObject = node.type === 'Property' && childOf(node, 'ParamList') !== undefined
  if (!FUNCTIONS.has(node.type) && !isMethodOfObject) return undefined
  const hasBlock = childOf(node, 'Block') !== undefined
  // Overloads and abstract methods are types, not functions.
  if (!hasBlock && node.type !== 'ArrowFunction') return undefined
  const name = nameOfFunction(node, tree)
  return {
    name: name ?? 'anonymous',
    parameters: countParameters(node),
    isListed: hasBlock || assignedName(node, tree) !== undefined,
    isMethod: isMethodOfObject || node.type === 'MethodDeclaration' || node.parent?.type === 'PropertyDeclaration',
  }
}

const PARAMETERS = new Set(['VariableDefinition', 'ObjectPattern', 'ArrayPattern'])

function countParameters(node: Node): number {
  const list = childOf(node, 'ParamList')?.children ?? []
  return list.filter(({ type }, index) => PARAMETERS.has(type) && list[index - 1]?.type !== 'Equals').length
}

function holderAt(node: Node, tree: Tree): { name: string; isClass: boolean } | undefined {
  const isClass = node.type === 'ClassDeclaration' || node.type === 'ClassExpression'
  if (!isClass && node.type !== 'ObjectExpression') return undefined
  const name = holderName(node, tree)
  return name !== undefined || isClass ? { name: name ?? 'class', isClass } : undefined
}

function callAt(node: Node, tree: Tree): NamedCall | undefined {
  const callee = node.type === 'CallExpression' ? node.children[0] : undefined
  if (callee?.type === 'VariableName') return { name: textOf(tree, callee), ofSelf: false }
  const [object, , member] = callee?.type === 'MemberExpression' ? callee.children : []
  if (object?.type !== 'this' || !member) return undefined
  return { name: textOf(tree, member), ofSelf: true }
}
