import { indexIn } from '../../../language/tree/index-in.ts'
import { childOf, type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import type { FlowGrammar, FoundFunction, NamedCall, Step } from './flow-grammar.ts'
import { logicRuns } from './logic-runs.ts'

/** Paths are counted as in radon, effort as in the paper on Cognitive Complexity and SonarSource's Python analyzer. */
export const pythonFlow: FlowGrammar = {
  stepOf,
  isDeeper,
  functionAt,
  holderAt: (node, tree) =>
    node.type === 'ClassDefinition' ? { name: nameIn(node, tree) ?? 'class', isClass: true } : undefined,
  callAt,
  isOnlyHeld,
  ignoresHolders: false,
  operands: new Set(['VariableName', 'PropertyName', 'Number', 'String', 'Boolean', 'None', 'Ellipsis', 'self']),
}

const LOOP_ELSE: Step = { paths: 1, flat: 1 }
const ONE_WAY: Step = { paths: 1 }
const BREAK: Step = { paths: 1, breaks: true }
const COMPREHENSION = { for: ONE_WAY, if: ONE_WAY }

/** Keyed by the type of the parent, then by the type of the node. */
const IN_PARENT: Record<string, Record<string, Step>> = {
  IfStatement: { if: BREAK, elif: { paths: 1, flat: 1 }, else: { flat: 1 } },
  ForStatement: { for: BREAK, else: LOOP_ELSE },
  WhileStatement: { while: BREAK, else: LOOP_ELSE },
  TryStatement: { except: BREAK, else: LOOP_ELSE },
  MatchStatement: { match: { breaks: true } },
  AssertStatement: { assert: ONE_WAY },
  ArrayComprehensionExpression: COMPREHENSION,
  SetComprehensionExpression: COMPREHENSION,
  DictionaryComprehensionExpression: COMPREHENSION,
  ComprehensionExpression: COMPREHENSION,
  ArgList: COMPREHENSION,
}

const NESTING = new Set(['IfStatement', 'ForStatement', 'WhileStatement', 'TryStatement', 'MatchStatement'])
const NEST: Step = { nests: true }

function stepOf(node: Node, tree: Tree): Step | undefined {
  const { type, parent } = node
  if (NESTING.has(type)) return NEST
  if (type === 'and' || type === 'or') return ONE_WAY
  if (type === 'case') return isWildcard(node, tree) ? undefined : ONE_WAY
  if (type === 'BinaryExpression') return { flat: logicRuns(node, operatorOf) }
  if (type === 'ConditionalExpression') return BREAK
  return parent && IN_PARENT[parent.type]?.[type]
}

const operatorOf = ({ type, children }: Node): string | undefined => {
  const operator = type === 'BinaryExpression' ? children[1]?.type : undefined
  return operator === 'and' || operator === 'or' ? operator : undefined
}

const WITH_BODY = new Set(['IfStatement', 'ForStatement', 'WhileStatement'])

function isDeeper(node: Node): boolean {
  const { type, parent } = node
  if (type === 'MatchBody') return true
  if (parent?.type === 'ConditionalExpression') return parent.children[2] !== node
  if (parent?.type === 'LambdaExpression') return type !== 'ParamList'
  if (type !== 'Body' || !parent) return false
  return WITH_BODY.has(parent.type) || (parent.type === 'TryStatement' && HANDLERS.has(keywordBefore(parent, node)))
}

const HANDLERS = new Set(['except', 'else'])
const TRY_KEYWORDS = new Set(['try', 'except', 'else', 'finally'])

function keywordBefore(parent: Node, body: Node): string {
  let at = indexIn(parent, body)
  while (at >= 0 && !TRY_KEYWORDS.has(parent.children[at]?.type ?? '')) at -= 1
  return parent.children[at]?.type ?? ''
}

function isWildcard({ parent }: Node, tree: Tree): boolean {
  const pattern = parent?.children[1]
  return pattern?.type === 'CapturePattern' && textOf(tree, pattern) === '_' && !childOf(parent as Node, 'Guard')
}

function functionAt(node: Node, tree: Tree): FoundFunction | undefined {
  if (node.type !== 'FunctionDefinition') return undefined
  const holder = node.parent?.type === 'DecoratedStatement' ? node.parent.parent : node.parent
  const isMethod = holder?.type === 'Body' && holder.parent?.type === 'ClassDefinition'
  const parameters = parametersOf(node)
  // Counts the parameters that a caller passes: `self` and its kind are left out.
  const isOwn = isMethod && parameters[0] !== undefined && OWN.has(textOf(tree, parameters[0]))
  return {
    name: nameIn(node, tree) ?? 'def',
    parameters: parameters.length - (isOwn ? 1 : 0),
    isListed: true,
    isMethod,
  }
}

function nameIn(node: Node, tree: Tree): string | undefined {
  const name = childOf(node, 'VariableName')
  return name && textOf(tree, name)
}

/** Names stand behind a comma, a star or the bracket. */
function parametersOf(node: Node): Node[] {
  const list = childOf(node, 'ParamList')?.children ?? []
  return list.filter(({ type }, index) => type === 'VariableName' && BEFORE_NAMES.has(list[index - 1]?.type ?? ''))
}

const BEFORE_NAMES = new Set(['(', ',', '*', '**'])
const OWN = new Set(['self', 'cls'])

function callAt(node: Node, tree: Tree): NamedCall | undefined {
  const callee = node.type === 'CallExpression' ? node.children[0] : undefined
  if (callee?.type === 'VariableName') return { name: textOf(tree, callee), ofSelf: false }
  const [object, , member] = callee?.type === 'MemberExpression' ? callee.children : []
  if (!object || member?.type !== 'PropertyName' || !OWN.has(textOf(tree, object))) return undefined
  return { name: textOf(tree, member), ofSelf: true }
}

/** The way decorators are written: the outer function only returns the inner one. */
function isOnlyHeld(inner: Node): boolean {
  const own = inner.parent?.type === 'DecoratedStatement' ? inner.parent : inner
  if (own.parent?.type !== 'Body') return false
  return own.parent.children.every(
    (statement) =>
      statement === own ||
      statement.type === ':' ||
      statement.type === 'Comment' ||
      (statement.type === 'ReturnStatement' && statement.children[1]?.type === 'VariableName') ||
      (statement.type === 'ExpressionStatement' && statement.children[0]?.type === 'String'),
  )
}
