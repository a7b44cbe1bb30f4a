import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { calleeOf, functionAround, isInside, membersOf } from '../read/nodes.ts'
import { FOREIGN, ORIGIN } from '../read/origin.ts'
import { alternatives } from './alternatives.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const MERGING =
  /^(?:lodash\.(?:merge|mergeWith|defaultsDeep|set|setWith|zipObjectDeep)|deepmerge|merge-deep|deep-extend|extend|hoek\.merge|@hapi\/hoek\.merge|dot-prop\.set|object-path\.set|set-value)$/

export const polluteRules: JavaScriptRule[] = [
  {
    id: 'javascript/prototype-pollution',
    family: 'deserialisation',
    severity: 'high',
    title: 'Writes under keys that somebody else chooses',
    why: 'The key `__proto__` changes every object of the program.',
    remedy: 'Refuse `__proto__`, `constructor` and `prototype`, or use a `Map`.',
    cwe: [1321],
    *find(program) {
      for (const call of program.calls) {
        const isDeepExtend =
          /^\$\.extend$|^jQuery\.extend$/.test(call.name) && program.evaluate(call.inputs[0] ?? call.node) === true
        const isForeign = call.inputs.some((input) => program.originsOf(input) & FOREIGN)
        if ((isDeepExtend || MERGING.test(call.name)) && isForeign) yield spotAt(call.node)
      }
      for (const { node, target } of program.assignments) {
        if (target.type === 'MemberExpression' && isDeepWrite(program, target) && !isChecked(program, node)) {
          yield spotAt(node)
        }
      }
    },
  },
  {
    id: 'javascript/foreign-key',
    family: 'deserialisation',
    severity: 'medium',
    title: 'Writes a property whose name a client chose',
    why: 'Names such as `__proto__` or of methods change more than data.',
    remedy: 'Use a `Map`, or an object without a prototype.',
    cwe: [915, 1321],
    *find(program) {
      for (const { node, target } of program.assignments) {
        const members = target.type === 'MemberExpression' ? membersOf(target) : undefined
        if (members?.isComputed && program.originsOf(members.property) & ORIGIN.request) yield spotAt(node)
      }
    },
  },
  {
    id: 'javascript/prototype-write',
    family: 'privilege',
    severity: 'high',
    title: 'Changes the prototype of all objects',
    why: 'Every object of the program gets what is written there.',
    remedy: 'Change the one object that is meant.',
    cwe: [1321],
    *find(program) {
      for (const { node, name, value } of program.assignments) {
        if (/(?:\.__proto__|\.constructor\.prototype)\.\w+$|(?:\.__proto__|\.constructor\.prototype)\.$/.test(name))
          yield spotAt(node)
        else if (/^Object\.prototype\.\w+$/.test(name) && value.type !== 'null')
          yield spotAt(node, { severity: 'medium' })
      }
      for (const call of program.callsTo('JSON.parse')) {
        const text = program.shapeOf(call.inputs[0])
        if (text && /"(?:__proto__|prototype)"\s*:/.test(text)) yield spotAt(call.node)
      }
    },
  },
]

/** `a[b][c] = d`, or `a = a[b]` on the way and `a[c] = d` at the end, or a merge that calls itself. */
function isDeepWrite(program: JavaScriptProgram, target: Node): boolean {
  const members = membersOf(target)
  if (!members?.isComputed || program.constantOf(members.property) !== undefined) return false
  if (isTwice(program, members.object, ORIGIN.request)) return true
  return functionsAround(target).some(
    (owner) => isWalking(program, owner, members.object) || isMerging(program, owner, members),
  )
}

/** The callback of a `forEach`, and the function around it. */
function functionsAround(node: Node): Node[] {
  const inner = functionAround(node)
  const outer = inner && functionAround(inner)
  return [inner, outer].filter((owner) => owner !== undefined)
}

function isTwice(program: JavaScriptProgram, object: Node, origin: number): boolean {
  const inner = object.type === 'MemberExpression' ? membersOf(object) : undefined
  return inner?.isComputed === true && (program.originsOf(inner.property) & origin) !== 0
}

/** A path is split at its dots, and each step goes one property deeper. */
function isWalking(program: JavaScriptProgram, owner: Node, object: Node): boolean {
  if (object.type !== 'VariableName') return false
  const name = program.sourceOf(object)
  const goesDeeper = program.assignments.some(
    ({ target, value, node }) =>
      isInside(node, owner) && program.sourceOf(target) === name && isStep(program, value, name),
  )
  return goesDeeper && program.calls.some(({ node, method }) => method === 'split' && isInside(node, owner))
}

/** `current[key]`, also as `current[key] || {}`. */
function isStep(program: JavaScriptProgram, value: Node, name: string): boolean {
  const members = membersOf(alternatives(program, value)[0] ?? value)
  return members?.isComputed === true && program.sourceOf(members.object) === name
}

/** `merge(target[key], source[key])` inside of `merge`, over the keys of something given. */
function isMerging(program: JavaScriptProgram, owner: Node, { property }: { object: Node; property: Node }): boolean {
  const own =
    owner.children.find(({ type }) => type === 'VariableDefinition' || type === 'PropertyDefinition') ??
    nameBefore(owner)
  if (!own || property.type !== 'VariableName') return false
  const name = program.sourceOf(own)
  const [key, isOver] = [program.sourceOf(property), overKeys(program, owner)]
  return (
    isOver &&
    program.calls.some(({ node, inputs }) => {
      const callee = calleeOf(node)
      if (!callee || !isInside(node, owner) || !program.sourceOf(callee).endsWith(name)) return false
      return inputs.filter((input) => program.sourceOf(input).includes(`[${key}]`)).length > 1
    })
  )
}

function nameBefore(owner: Node): Node | undefined {
  const siblings = owner.parent?.children ?? []
  const before = siblings[siblings.indexOf(owner) - 2]
  return before?.type === 'VariableDefinition' ? before : undefined
}

const overKeys = (program: JavaScriptProgram, owner: Node): boolean =>
  program.ofType('ForInSpec').some((spec) => isInside(spec, owner)) ||
  program.calls.some(
    ({ name, node }) => isInside(node, owner) && /^(?:Object\.(?:keys|entries)|Reflect\.ownKeys)$/.test(name),
  )

/** Somebody thought of it: the function names the dangerous keys, or asks who owns them. */
function isChecked(program: JavaScriptProgram, node: Node): boolean {
  const thought = /__proto__|hasOwn|Object\.create\(null\)|isPrototype|isSafeKey|new Map/
  return functionsAround(node).some((owner) => thought.test(program.sourceOf(owner)))
}
