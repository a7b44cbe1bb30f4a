import { ERROR_NODE, type Node, textOf } from '../../../../language/tree/tree.ts'
import { operate } from './binary.ts'
import { bindTarget } from './bind-target.ts'
import { checkedNames } from './checked-names.ts'
import { readDecorated } from './decorated.ts'
import { readImport } from './import.ts'
import { readFor, readWhile } from './loop.ts'
import { mixed, UNKNOWN } from './make-value.ts'
import type { Reader } from './reader.ts'
import type { Value } from './value.ts'

/** Reads one statement; true when the rest of its block is not reached. */
export function readStatement(reader: Reader, node: Node): boolean {
  const read = Object.hasOwn(STATEMENTS, node.type) ? STATEMENTS[node.type] : undefined
  if (read) return read(reader, node) === true
  for (const child of node.children) {
    if (Object.hasOwn(STATEMENTS, child.type)) readStatement(reader, child)
    else if (child.type === 'Body') reader.run(child)
    else if (NESTING.has(child.type)) readStatement(reader, child)
    else reader.evaluate(child)
  }
  return false
}

/** Nodes that contain statements without being one. */
const NESTING = new Set([ERROR_NODE])

/** Several values in a row are a tuple. */
export function readValues(reader: Reader, nodes: readonly Node[]): Value {
  const parts = nodes.filter(({ type }) => type !== ',' && type !== '*')
  if (parts.length === 1 && nodes.length === 1) return reader.evaluate(parts[0])
  const items = parts.map((part) => reader.evaluate(part))
  return { ...UNKNOWN, ...mixed(items), items }
}

function readAssign(reader: Reader, node: Node): void {
  const groups: Node[][] = [[]]
  for (const child of node.children) {
    if (child.type === 'AssignOp') groups.push([])
    else if (child.type === 'TypeDef') reader.evaluate(child)
    else groups.at(-1)?.push(child)
  }
  if (groups.length < 2) return
  const valueNodes = groups.at(-1) ?? []
  const value = readValues(reader, valueNodes)
  for (const targets of groups.slice(0, -1)) {
    const target = bindTarget(reader, targets, value)
    recordAssignment(reader, { node, target, targets, value, valueNode: valueNodes[0] ?? node, isUpdate: false })
  }
}

function readUpdate(reader: Reader, node: Node): void {
  const [target, mark] = node.children
  const last = node.children.at(-1)
  if (!target || !mark || !last || last === mark) return
  const before = reader.evaluate(target)
  const value = operate(textOf(reader.tree, mark).slice(0, -1), before, reader.evaluate(last))
  const name = bindTarget(reader, [target], value)
  recordAssignment(reader, { node, target: name, targets: [target], value, valueNode: last, isUpdate: true })
}

interface Written {
  node: Node
  target: string
  targets: readonly Node[]
  value: Value
  valueNode: Node
  isUpdate: boolean
}

function recordAssignment(reader: Reader, { targets, ...written }: Written): void {
  if (reader.isMuted) return
  const [first] = targets
  const last = targets.at(-1)
  const text = first && last ? reader.tree.source.slice(first.start, last.end) : ''
  const place = { function: reader.scope.owner, loop: reader.loop }
  reader.facts.assignments.push({ ...written, written: text.slice(0, 200), ...place })
}

function readReturn(reader: Reader, node: Node): boolean {
  const value = readValues(reader, node.children.slice(1))
  const { owner } = reader.scope
  if (owner && !reader.isMuted) reader.facts.returns.push({ node, value, function: owner })
  return true
}

/** Reads each branch with its condition; checked variables are known to be harmless there. */
function readIf(reader: Reader, node: Node): boolean {
  const branches: { test: Node | undefined; body: Node }[] = []
  let test: Node | undefined
  for (const child of node.children) {
    if (child.type === 'Body') {
      branches.push({ test, body: child })
      test = undefined
    } else if (!['if', 'elif', 'else'].includes(child.type)) test = child
  }
  const tests = branches.flatMap((branch) => branch.test ?? [])
  for (const one of tests) reader.evaluate(one)
  const left: boolean[] = []
  const works = branches.map(({ test: condition, body }) => () => {
    clean(reader, condition, true)
    const leaves = reader.run(body)
    left.push(leaves)
    // A loop that is left so goes on behind it, with what was assigned.
    return leaves && body.children.at(-1)?.type !== 'BreakStatement'
  })
  const isComplete = branches.at(-1)?.test === undefined
  reader.scope.branches(isComplete ? works : [...works, () => false])
  if (left[0] && tests.length === 1) clean(reader, tests[0], false)
  return isComplete && left.every(Boolean)
}

function clean(reader: Reader, test: Node | undefined, isTrue: boolean): void {
  if (!test) return
  for (const { name, uses } of checkedNames(reader, test, isTrue)) {
    const value = reader.scope.find(name)
    if (value) reader.scope.assign(name, { ...value, clean: value.clean | uses })
  }
}

/** Each case may run, or none of them. */
function readMatch(reader: Reader, node: Node): boolean {
  const [, ...parts] = node.children
  const body = parts.find(({ type }) => type === 'MatchBody')
  for (const part of parts) if (part !== body) reader.evaluate(part)
  const bodies = (body?.children ?? []).flatMap(({ children }) => children.filter(({ type }) => type === 'Body'))
  reader.scope.branches([...bodies.map((each) => () => reader.run(each)), () => false])
  return false
}

/** Reads the body as it stands; handlers may run or not. */
function readTry(reader: Reader, node: Node): boolean {
  let isHandler = false
  let leaves = false
  for (const [index, child] of node.children.entries()) {
    if (child.type === 'except' || child.type === 'else') isHandler = true
    else if (child.type === 'finally') isHandler = false
    else if (child.type === 'Body') {
      if (isHandler) reader.scope.branches([() => reader.run(child), () => false])
      else leaves = reader.run(child) && index > 1
    } else if (child.type !== 'VariableName') reader.evaluate(child)
  }
  return leaves
}

function readWith(reader: Reader, node: Node): boolean {
  let value = UNKNOWN
  let leaves = false
  let isTarget = false
  for (const child of node.children) {
    if (child.type === 'as') isTarget = true
    else if (child.type === 'Body') leaves = reader.run(child)
    else if (isTarget) {
      bindTarget(reader, [child], value)
      isTarget = false
    } else if (![',', 'with', 'async', '(', ')'].includes(child.type)) value = reader.evaluate(child)
  }
  return leaves
}

const LEAVES = new Set(['sys.exit', 'exit', 'quit', 'os._exit', 'flask.abort', 'abort'])

function readExpressionStatement(reader: Reader, node: Node): boolean {
  readValues(reader, node.children)
  const [call] = node.children
  const callee = call?.type === 'CallExpression' ? call.children[0] : undefined
  return !!callee && LEAVES.has(textOf(reader.tree, callee))
}

function readScope(reader: Reader, node: Node): void {
  for (const child of node.children) {
    if (child.type === 'VariableName') reader.scope.globals.add(textOf(reader.tree, child))
  }
}

const STATEMENTS: Record<string, (reader: Reader, node: Node) => unknown> = {
  AssignStatement: readAssign,
  UpdateStatement: readUpdate,
  ReturnStatement: readReturn,
  ExpressionStatement: readExpressionStatement,
  IfStatement: readIf,
  MatchStatement: readMatch,
  WhileStatement: readWhile,
  ForStatement: readFor,
  TryStatement: readTry,
  WithStatement: readWith,
  FunctionDefinition: (reader, node) => reader.define(node, []),
  ClassDefinition: (reader, node) => reader.define(node, []),
  DecoratedStatement: readDecorated,
  ImportStatement: readImport,
  ScopeStatement: readScope,
  BreakStatement: () => true,
  ContinueStatement: () => true,
  RaiseStatement: (reader, node) => {
    readValues(reader, node.children.slice(1))
    return true
  },
}
