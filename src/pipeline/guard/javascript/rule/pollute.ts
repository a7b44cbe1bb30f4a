import {
  functionAround,
  isInside,
  membersOf,
  siblingOf,
  sidesOf,
  within,
} from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { Assignment, Call, JavaScriptProgram } from '../program.ts'
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
        if (!isDeepMerge(program, call)) continue
        if (call.inputs.some((input) => program.originsOf(input) & FOREIGN)) yield spotAt(call.node)
      }
      const habitsOf = readHabits(program)
      for (const { node, target } of program.assignments) {
        if (isDeepWrite(program, target, habitsOf)) yield spotAt(node)
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

const isDeepMerge = (program: JavaScriptProgram, { name, inputs: [first] }: Call): boolean =>
  MERGING.test(name) || (name === '$.extend' && first !== undefined && program.evaluate(first) === true)

/** The behaviour of a function that walks into an object. */
interface Habits {
  /** The author was careful: the function names the dangerous keys, or checks for own properties. */
  isCareful: boolean
  /** The function splits a path at its dots. */
  splits: boolean
  /** Variables that go one property deeper: `current = current[key]`. */
  descending: ReadonlySet<string>
  /** Keys with which it calls itself: `merge(target[key], source[key])`. */
  merging: ReadonlySet<string>
}

const CAREFUL = /__proto__|['"]constructor['"]|Object\.create\(null\)|isPrototype|isSafeKey|new Map/

/** Reads each function once. */
function readHabits(program: JavaScriptProgram): (owner: Node) => Habits {
  const known = new Map<Node, Habits>()
  return (owner) => {
    const habits = known.get(owner) ?? habitsIn(program, owner)
    known.set(owner, habits)
    return habits
  }
}

function habitsIn(program: JavaScriptProgram, owner: Node): Habits {
  const calls = within(program.calls, owner)
  return {
    isCareful: CAREFUL.test(program.sourceOf(owner)),
    splits: calls.some(({ method }) => method === 'split'),
    descending: new Set(within(program.assignments, owner).flatMap((each) => stepOf(program, each))),
    merging: overKeys(program, owner, calls) ? mergedKeys(program, owner, calls) : new Set<string>(),
  }
}

/** `a[b][c] = d` with foreign keys, the end of a walked path, or a merge that calls itself. */
function isDeepWrite(program: JavaScriptProgram, target: Node, habitsOf: (owner: Node) => Habits): boolean {
  const members = target.type === 'MemberExpression' ? membersOf(target) : undefined
  if (!members?.isComputed || program.constantOf(members.property) !== undefined) return false
  const inner = functionAround(target)
  const habits = [inner, inner && functionAround(inner)].flatMap((owner) => (owner ? [habitsOf(owner)] : []))
  if (habits.some(({ isCareful }) => isCareful)) return false
  const [object, key] = [program.sourceOf(members.object), program.sourceOf(members.property)]
  const isHabit = habits.some(
    ({ splits, descending, merging }) => (splits && descending.has(object)) || merging.has(key),
  )
  return isHabit || isUnderForeign(program, members.object)
}

function isUnderForeign(program: JavaScriptProgram, object: Node): boolean {
  const inner = object.type === 'MemberExpression' ? membersOf(object) : undefined
  return inner?.isComputed === true && (program.originsOf(inner.property) & ORIGIN.request) !== 0
}

/** The variable of `current = current[key]`, also of `current = current[key] || {}`. */
function stepOf(program: JavaScriptProgram, { target, value }: Assignment): string[] {
  const name = program.sourceOf(target)
  const chained = value.type === 'AssignmentExpression' ? (sidesOf(value)?.left ?? value) : value
  const members = membersOf(alternatives(program, chained)[0] ?? chained)
  return members?.isComputed === true && program.sourceOf(members.object) === name ? [name] : []
}

const overKeys = (program: JavaScriptProgram, owner: Node, calls: readonly Call[]): boolean =>
  calls.some(({ name }) => /^(?:Object\.(?:keys|entries)|Reflect\.ownKeys)$/.test(name)) ||
  program.ofType('ForInSpec').some((spec) => isInside(spec, owner))

/** Keys that occur in two or more arguments of a function's recursive call. */
function mergedKeys(program: JavaScriptProgram, owner: Node, calls: readonly Call[]): Set<string> {
  const own = owner.children.find(({ type }) => /^(?:Variable|Property)Definition$/.test(type)) ?? siblingOf(owner, -2)
  const name = own && /Definition$/.test(own.type) ? program.sourceOf(own) : undefined
  const found = new Set<string>()
  if (!name) return found
  for (const { callee, inputs } of calls) {
    if (!program.sourceOf(callee).endsWith(name)) continue
    const keys = inputs.map(
      (input) =>
        new Set(
          program
            .sourceOf(input)
            .slice(0, 500)
            .match(/(?<=\[)\w+(?=\])/g),
        ),
    )
    for (const key of keys.flatMap((each) => [...each])) {
      if (keys.filter((each) => each.has(key)).length > 1) found.add(key)
    }
  }
  return found
}
