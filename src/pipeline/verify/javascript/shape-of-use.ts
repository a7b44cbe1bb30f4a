import { isFunction, type Node } from '../../../language/javascript/syntax-node.ts'
import { type Visit, walk } from '../../../language/javascript/walk.ts'
import { noteEqual, noteOperation, noteTypeof } from './note-operation.ts'
import { type Field, type Shape, UNKNOWN } from './shape.ts'
import { COMMON_MEMBERS, kindOfArgument, kindOfMember, SEQUENCE_MEMBERS } from './use-evidence.ts'
import { noUses, shapeFrom, type Uses } from './uses.ts'

type Matches = (node: Node) => boolean
/** The shape that a function of the program wants for the argument at this index. */
export type ShapeOfArgument = (callee: string, index: number) => Shape | undefined

const MOST_DEPTH = 3
/** The index of the callback parameter that gets the element. */
const ELEMENT_AT: Record<string, number> = { reduce: 1, reduceRight: 1 }

/** The shape of a value, by the operations of a function on it. */
export function shapeOfUse(name: string, body: Node, handed: ShapeOfArgument): Shape {
  return readUses(body, (node) => node.type === 'Identifier' && node.name === name, { handed, depth: 0 })
}

interface Reading {
  handed: ShapeOfArgument
  depth: number
}

function readUses(body: Node, matches: Matches, reading: Reading): Shape {
  if (reading.depth > MOST_DEPTH) return UNKNOWN
  const uses = noUses()
  for (const visit of visitsIn(body)) {
    if (visit.up && matches(visit.node)) noteUse(visit, visit.up, { uses, body, matches, reading })
  }
  return shapeFrom(uses, (field) => {
    const isField: Matches = (node) => isMember(node) && matches(node.object) && memberName(node) === field
    return readUses(body, isField, { ...reading, depth: reading.depth + 1 })
  })
}

const known = new WeakMap<Node, Visit[]>()

/** Cached, because a body is read once for each parameter and each of its fields. */
function visitsIn(body: Node): Visit[] {
  const visits = known.get(body) ?? []
  if (!known.has(body)) {
    walk(body, (visit) => {
      visits.push(visit)
      return undefined
    })
  }
  known.set(body, visits)
  return visits
}

type Member = Extract<Node, { type: 'MemberExpression' | 'OptionalMemberExpression' }>
const isMember = (node: Node): node is Member =>
  node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression'

function memberName({ property, computed }: Member): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined
  return property.type === 'StringLiteral' ? property.value : undefined
}

interface Noting {
  uses: Uses
  body: Node
  matches: Matches
  reading: Reading
}

function noteUse(visit: Visit, up: Visit, noting: Noting): void {
  const { uses, body, reading } = noting
  const { node: parent } = up
  const above = up.up?.node
  if (isMember(parent) && visit.key === 'object') noteMember(parent, up, noting)
  else if (parent.type === 'BinaryExpression') noteOperation(parent, visit.key, uses)
  else if (isCalculating(parent)) uses.add('number')
  else if (parent.type === 'AssignmentExpression' && visit.key === 'right') noteAssigned(parent, uses)
  else if (parent.type === 'ForOfStatement' && visit.key === 'right') noteLoop(parent, uses, reading)
  else if (parent.type === 'SpreadElement') uses.add(above?.type === 'ObjectExpression' ? 'record' : 'array', 1)
  else if (parent.type === 'TemplateLiteral') uses.add('string', 0.5)
  else if (parent.type === 'CallExpression' || parent.type === 'NewExpression') noteCall(visit, parent, noting)
  else if (parent.type === 'VariableDeclarator' && visit.key === 'init' && parent.id.type !== 'Identifier') {
    uses.whole.push(shapeOfBinding(parent.id, body, reading))
  } else if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') {
    if (above?.type === 'BinaryExpression') noteTypeof(above, uses)
  } else if (parent.type === 'SwitchStatement') {
    for (const { test } of parent.cases) if (test) noteEqual(test, uses)
  }
}

const isCalculating = (node: Node): boolean =>
  node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && ['-', '+', '~'].includes(node.operator))

function noteAssigned({ operator }: Extract<Node, { type: 'AssignmentExpression' }>, uses: Uses): void {
  if (/^[-*/%]/.test(operator)) uses.add('number')
  if (operator === '+=') uses.add('number', 1)
}

function noteLoop({ left, body }: Extract<Node, { type: 'ForOfStatement' }>, uses: Uses, reading: Reading): void {
  uses.add('array', 1)
  const [declared] = left.type === 'VariableDeclaration' ? left.declarations : []
  if (declared) uses.elements.push(shapeOfBinding(declared.id, body, reading))
}

function noteMember(member: Member, at: Visit, { uses, matches, body, reading }: Noting): void {
  const name = memberName(member)
  if (name === undefined) {
    // `x[i]`: the index is a number more often than a name.
    uses.add('array', 1)
    uses.isSequence = true
    const isElement: Matches = (node) =>
      isMember(node) && node.computed && node.property.type !== 'StringLiteral' && matches(node.object)
    if (uses.elements.length === 0)
      uses.elements.push(readUses(body, isElement, { ...reading, depth: reading.depth + 1 }))
    return
  }
  const kind = kindOfMember(name)
  if (kind) uses.add(kind)
  else if (SEQUENCE_MEMBERS.includes(name)) uses.isSequence = true
  else if (!COMMON_MEMBERS.includes(name)) uses.fields.add(name)
  const call = at.up?.node
  if (kind !== 'array' || (call?.type !== 'CallExpression' && call?.type !== 'OptionalCallExpression')) return
  const [callback] = call.arguments
  const place = ELEMENT_AT[name] ?? 0
  if (callback && isFunction(callback as Node)) {
    const { params, body: inside } = callback as Extract<Node, { type: 'ArrowFunctionExpression' }>
    const element = params[place]
    if (element) uses.elements.push(shapeOfBinding(element as Node, inside, reading))
  }
}

/** The shape of a value that is bound to a name or taken apart. */
function shapeOfBinding(target: Node, body: Node, reading: Reading): Shape {
  const deeper = { ...reading, depth: reading.depth + 1 }
  if (target.type === 'Identifier')
    return readUses(body, (node) => node.type === 'Identifier' && node.name === target.name, deeper)
  if (target.type === 'AssignmentPattern') return shapeOfBinding(target.left as Node, body, reading)
  if (target.type === 'ArrayPattern')
    return {
      kind: 'tuple',
      of: target.elements.map((each) => (each ? shapeOfBinding(each as Node, body, reading) : UNKNOWN)),
    }
  if (target.type !== 'ObjectPattern') return UNKNOWN
  const fields = target.properties.flatMap((each): [string, Field][] => {
    if (each.type !== 'ObjectProperty' || each.key.type !== 'Identifier') return []
    const isOptional = each.value.type === 'AssignmentPattern'
    return [[each.key.name, { shape: shapeOfBinding(each.value as Node, body, reading), isOptional }]]
  })
  return { kind: 'object', fields: Object.fromEntries(fields) }
}

function noteCall(
  visit: Visit,
  call: Extract<Node, { type: 'CallExpression' | 'NewExpression' }>,
  { uses, reading }: Noting,
): void {
  if (visit.key === 'callee') {
    uses.add('function', 3)
    return
  }
  const callee = calleeName(call.callee as Node)
  const index = call.arguments.indexOf(visit.node as (typeof call.arguments)[number])
  const own = reading.handed(callee, index)
  if (own && own.kind !== 'unknown') uses.whole.push(own)
  const kind = callee.endsWith('.test') ? 'string' : kindOfArgument(callee)
  if (kind) uses.add(kind, kind === 'array' ? 2 : 1)
}

function calleeName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (isMember(callee) && callee.property.type === 'Identifier')
    return `${callee.object.type === 'Identifier' ? callee.object.name : ''}.${callee.property.name}`
  return ''
}
