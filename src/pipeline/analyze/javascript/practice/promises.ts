import { scopesOf } from '../../../../language/javascript/scope/scopes-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledName, calledPath } from '../called-path.ts'
import { firstValue } from '../known-kind.ts'
import { functionAround, isFunction } from '../loop.ts'

const FLOATING: RemarkRule = {
  rule: 'javascript/floating-promise',
  family: 'practice',
  severity: 'medium',
  why: 'Nobody waits for the result, and when it fails the whole process ends with an unhandled rejection.',
  remedy: 'Await it, give it a catch, or say that it is meant with `void`.',
}
const FOR_EACH: RemarkRule = {
  rule: 'javascript/async-for-each',
  family: 'practice',
  severity: 'medium',
  why: 'forEach does not wait for what its callback awaits, and an error in it ends the process.',
  remedy: 'Use for … of with await, or await Promise.all(items.map(…)).',
}
const IDLE: RemarkRule = {
  rule: 'javascript/async-without-await',
  family: 'style',
  severity: 'info',
  why: 'The function waits for nothing, but all who call it must.',
  remedy: 'Remove `async`, or await what was meant to be awaited.',
}
const KNOWN_ASYNC = /^(fetch|(fs\.promises|fsp|fsPromises)\.\w+)$/

export function promises({ tree }: TreeProgram): Remark[] {
  return [
    ...nodesOf(tree, 'ExpressionStatement').flatMap((statement) => floating(tree, statement)),
    ...nodesOf(tree, 'async').flatMap((keyword) => [...idle(tree, keyword), ...forEach(tree, keyword)]),
  ]
}

function floating(tree: Tree, statement: Node): Remark[] {
  const call = statement.children[0]
  if (call?.type !== 'CallExpression' || !isAsyncCall(tree, call)) return []
  // At the top of a program nothing is left to wait, and Node ends only when all promises are settled.
  const scope = functionAround(call)
  if (!scope) return []
  const fix = childOf(scope, 'async')
    ? { title: 'Await it', edits: [{ start: call.start, end: call.start, text: 'await ' }] }
    : undefined
  return [
    remarkAt(FLOATING, { at: call, message: `Nobody waits for \`${calledPath(tree, call)}\`, which is async.`, fix }),
  ]
}

function isAsyncCall(tree: Tree, call: Node): boolean {
  const callee = call.children[0]
  const binding = callee?.type === 'VariableName' ? scopesOf(tree).bindingAt(callee) : undefined
  if (!binding) return KNOWN_ASYNC.test(calledPath(tree, call))
  const [definition] = binding.definitions
  if (!definition) return false
  const own = definition.parent?.type === 'FunctionDeclaration' ? definition.parent : firstValue(definition)
  return own !== undefined && isFunction(own) && childOf(own, 'async') !== undefined
}

/**
 * Finds `async` functions without `await`; skips methods, callbacks and functions with a declared type, because their
 * callers may need a promise.
 */
function idle(tree: Tree, keyword: Node): Remark[] {
  const scope = keyword.parent
  const body = scope && childOf(scope, 'Block')
  const isNamed = scope?.type === 'FunctionDeclaration' || scope?.parent?.type === 'VariableDeclaration'
  if (!scope || !body || !isNamed || childOf(scope, 'Star', 'TypeAnnotation') || body.children.length <= 2) return []
  for (const node of walk(body)) {
    const isAwait = node.type === 'AwaitExpression' || (node.type === 'await' && node.parent?.type === 'ForStatement')
    if (isAwait && functionAround(node) === scope) return []
    if (needsAsync(tree, node)) return []
  }
  return [remarkAt(IDLE, { at: keyword, message: 'An async function awaits nothing.' })]
}

/** A function that throws, or returns a possible promise, may need `async`. */
function needsAsync(tree: Tree, { type, children }: Node): boolean {
  if (type === 'ReturnStatement') return children[1]?.type === 'CallExpression'
  const isPromise = type === 'NewExpression' && children[1] !== undefined && textOf(tree, children[1]) === 'Promise'
  return isPromise || type === 'ThrowStatement'
}

function forEach(tree: Tree, { parent: callback }: Node): Remark[] {
  const call = callback?.parent?.type === 'ArgList' ? callback.parent.parent : undefined
  if (!callback || !call || calledName(tree, call) !== 'forEach') return []
  const at = { start: callback.start, end: childOf(callback, 'Block')?.start ?? callback.end }
  return [remarkAt(FOR_EACH, { at, message: 'forEach is given an async function.' })]
}
