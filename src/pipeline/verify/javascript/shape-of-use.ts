import { type Field, type Shape, UNKNOWN, unionOf } from './shape.ts'
import { isFunction, type Node } from './syntax-node.ts'
import { COMMON_MEMBERS, type EvidentKind, kindOfArgument, kindOfMember, SEQUENCE_MEMBERS } from './use-evidence.ts'
import { type Visit, walk } from './walk.ts'

type Matches = (node: Node) => boolean
/** Of a function of the program that the value is handed to. */
export type ShapeOfArgument = (callee: string, index: number) => Shape | undefined

const MOST_DEPTH = 3
/** Which parameter of a callback gets the element. */
const ELEMENT_AT: Record<string, number> = { reduce: 1, reduceRight: 1 }

/** What is known of a value from what a function does with it. */
export function shapeOfUse(name: string, body: Node, handed: ShapeOfArgument): Shape {
  return readUses(body, (node) => node.type === 'Identifier' && node.name === name, { handed, depth: 0 })
}

interface Reading {
  handed: ShapeOfArgument
  depth: number
}

/** What was seen of a value. */
type Uses = ReturnType<typeof noUses>

function noUses() {
  const weights = new Map<EvidentKind, number>()
  return {
    weights,
    fields: new Set<string>(),
    elements: [] as Shape[],
    whole: [] as Shape[],
    isNullable: false,
    isSequence: false,
    add: (kind: EvidentKind, weight = 2): void => void weights.set(kind, (weights.get(kind) ?? 0) + weight),
  }
}

function readUses(body: Node, matches: Matches, reading: Reading): Shape {
  if (reading.depth > MOST_DEPTH) return UNKNOWN
  const uses = noUses()
  walk(body, (visit) => {
    if (matches(visit.node) && visit.up) noteUse(visit, visit.up, { uses, body, matches, reading })
    return undefined
  })
  return shapeFrom(uses, (field) => {
    const isField: Matches = (node) => isMember(node) && matches(node.object) && memberName(node) === field
    return readUses(body, isField, { ...reading, depth: reading.depth + 1 })
  })
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
  if (isMember(parent) && visit.key === 'object') return noteMember(parent, up, noting)
  if (parent.type === 'BinaryExpression') return noteOperation(parent, visit.key, uses)
  if (
    parent.type === 'UpdateExpression' ||
    (parent.type === 'UnaryExpression' && ['-', '+', '~'].includes(parent.operator))
  )
    return uses.add('number')
  if (parent.type === 'AssignmentExpression' && visit.key === 'right' && /^[-*/%]/.test(parent.operator))
    return uses.add('number')
  if (parent.type === 'AssignmentExpression' && parent.operator === '+=') return uses.add('number', 1)
  if (parent.type === 'ForOfStatement' && visit.key === 'right') {
    uses.add('array', 1)
    const [declared] = parent.left.type === 'VariableDeclaration' ? parent.left.declarations : []
    if (declared) uses.elements.push(shapeOfBinding(declared.id, parent.body, reading))
  }
  if (parent.type === 'SpreadElement') uses.add(up.up?.node.type === 'ObjectExpression' ? 'record' : 'array', 1)
  if (parent.type === 'TemplateLiteral') uses.add('string', 0.5)
  if (parent.type === 'AwaitExpression') uses.add('promise', 0.2)
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression') noteCall(visit, parent, noting)
  if (parent.type === 'VariableDeclarator' && visit.key === 'init' && parent.id.type !== 'Identifier')
    uses.whole.push(shapeOfBinding(parent.id, body, reading))
  if (parent.type === 'UnaryExpression' && parent.operator === 'typeof' && up.up?.node.type === 'BinaryExpression')
    noteTypeof(up.up.node, uses)
  if (parent.type === 'SwitchStatement') for (const { test } of parent.cases) if (test) noteEqual(test, uses)
}

function noteMember(member: Member, at: Visit, { uses, matches, body, reading }: Noting): void {
  const name = memberName(member)
  if (name === undefined) {
    // `x[i]`: the place is a number more often than a name.
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

/** Of what is bound to a name or taken apart. */
export function shapeOfBinding(target: Node, body: Node, reading: Reading): Shape {
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

function noteOperation(
  { operator, left, right }: Extract<Node, { type: 'BinaryExpression' }>,
  key: string,
  uses: Uses,
): void {
  const other = key === 'left' ? right : left
  if (['&', '|', '^', '<<', '>>', '>>>', '%'].includes(operator)) return uses.add('integer', 2)
  if (['-', '*', '/', '**'].includes(operator)) return uses.add('number')
  if (operator === '+')
    return other.type === 'NumericLiteral'
      ? uses.add('number')
      : uses.add(other.type === 'StringLiteral' ? 'string' : 'number', 0.5)
  if (operator === 'in') return key === 'right' ? uses.add('record') : undefined
  if (operator === 'instanceof')
    return other.type === 'Identifier'
      ? void uses.whole.push(other.name === 'Date' ? { kind: 'date' } : { kind: 'instance', name: other.name })
      : undefined
  if (['<', '>', '<=', '>='].includes(operator))
    return uses.add(other.type === 'StringLiteral' ? 'string' : 'number', other.type === 'NumericLiteral' ? 2 : 0.7)
  noteEqual(other as Node, uses)
}

function noteEqual(other: Node, uses: Uses): void {
  if (other.type === 'StringLiteral') uses.add('string', 1.5)
  if (other.type === 'NumericLiteral') uses.add('number', 1.5)
  if (other.type === 'BooleanLiteral') uses.add('boolean', 1.5)
  if (other.type === 'NullLiteral' || (other.type === 'Identifier' && other.name === 'undefined'))
    uses.isNullable = true
}

function noteTypeof(comparison: Extract<Node, { type: 'BinaryExpression' }>, uses: Uses): void {
  for (const side of [comparison.left, comparison.right]) {
    if (side.type !== 'StringLiteral') continue
    if (['number', 'string', 'boolean', 'function', 'bigint', 'symbol'].includes(side.value))
      uses.add(side.value as EvidentKind, 3)
    uses.isNullable = true
  }
}

function noteCall(
  visit: Visit,
  call: Extract<Node, { type: 'CallExpression' | 'NewExpression' }>,
  { uses, reading }: Noting,
): void {
  if (visit.key === 'callee') return uses.add('function', 3)
  const callee = calleeName(call.callee as Node)
  const index = call.arguments.indexOf(visit.node as (typeof call.arguments)[number])
  const own = reading.handed(callee, index)
  if (own && own.kind !== 'unknown') uses.whole.push(own)
  const kind = callee.endsWith('.test') ? 'string' : kindOfArgument(callee)
  if (kind) uses.add(kind, kind === 'array' ? 2 : 1)
}

export function calleeName(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  if (isMember(callee) && callee.property.type === 'Identifier')
    return `${callee.object.type === 'Identifier' ? callee.object.name : ''}.${callee.property.name}`
  return ''
}

function shapeFrom(uses: Uses, shapeOfField: (name: string) => Shape): Shape {
  const ranked = [...uses.weights].sort(([, one], [, other]) => other - one)
  const kinds = ranked.filter(([, weight]) => weight >= Math.min(2, ranked[0]?.[1] ?? 0)).map(([kind]) => kind)
  const element = unionOf(uses.elements)
  const plain = kinds.map((kind): Shape => fullShape(kind, element))
  if (uses.fields.size > 0 && !kinds.some((kind) => ['array', 'string', 'date', 'map'].includes(kind))) {
    const fields = [...uses.fields].map((name) => [name, { shape: shapeOfField(name), isOptional: false }] as const)
    plain.unshift({ kind: 'object', fields: Object.fromEntries(fields) })
  }
  if (plain.length === 0 && uses.isSequence) plain.push({ kind: 'string' }, { kind: 'array', of: element })
  const all = unionOf([...uses.whole, ...plain])
  return uses.isNullable && all.kind !== 'unknown' ? unionOf([all, { kind: 'null' }]) : all
}

function fullShape(kind: EvidentKind, element: Shape): Shape {
  if (kind === 'array' || kind === 'set' || kind === 'map' || kind === 'promise') return { kind, of: element }
  if (kind === 'record') return { kind, of: { kind: 'integer' } }
  return kind === 'typed' ? { kind: 'typed', name: 'Uint8Array' } : { kind }
}
