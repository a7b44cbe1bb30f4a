import type { Callable, Member } from './callable.ts'
import { findConstants } from './find-constants.ts'
import { type Example, examplesInComment, findExamples } from './find-examples.ts'
import { constructorOf, type MemberNode, membersOfClass, membersOfResult } from './members.ts'
import { createOutsideWorld } from './outside-world.ts'
import { type Knowledge, type Parameter, readParameters } from './read-parameters.ts'
import { RESERVED } from './reserved-names.ts'
import { type Shape, unionOf } from './shape.ts'
import { declaredTypes } from './shape-of-type.ts'
import { type ClassNode, type FunctionNode, isClass, isFunction, type Node, type Statement } from './syntax-node.ts'
import { type Definition, pathOf } from './top-level.ts'
import { walk } from './walk.ts'

/** So far a value is followed from function to function. */
const MOST_HANDED = 10

/** So far calls are followed, to see what a function works with. */
const MOST_CALLS = 50

interface Source {
  program: Node
  body: readonly Statement[]
  code: string
  definitions: readonly Definition[]
  mainPart: readonly (readonly [start: number, end: number])[]
  /** Only these; all when it is not told. */
  wanted: readonly string[] | undefined
}

interface Found {
  callables: Callable[]
  classes: Record<string, Parameter[]>
  skipped: { function: string; reason: string }[]
}

/** What is tested of a program: its functions, its classes, and what its functions make. */
export function createCallables(source: Source): Found {
  const { definitions, wanted } = source
  const reading = createReading(source)
  const callables: Callable[] = []
  const skipped: Found['skipped'] = []
  for (const definition of [...definitions, ...definitions.flatMap(staticsOf)]) {
    if (wanted && !wanted.includes(definition.name)) continue
    const world = reading.worldOf(definition)
    const root = definition.name.split('.')[0] ?? ''
    if (RESERVED.includes(root)) {
      skipped.push({ function: definition.name, reason: `\`${root}\` is a name that the test file needs itself` })
    } else if (world) skipped.push({ function: definition.name, reason: `works with ${world}` })
    else if (isAbstract(definition.node)) skipped.push({ function: definition.name, reason: 'is abstract' })
    else callables.push(reading.callableOf(definition, callables.length))
  }
  return { callables, classes: reading.classParameters(), skipped }
}

const isAbstract = (node: Node): boolean => 'abstract' in node && node.abstract === true

function staticsOf({ name, expression, node }: Definition): Definition[] {
  if (!isClass(node)) return []
  const statics = membersOfClass(node, new Map()).filter(({ isStatic, isRead }) => isStatic && !isRead)
  return statics.map((each) => ({
    name: `${name}.${each.name}`,
    expression: `${expression}.${each.name}`,
    node: each.node,
    comment: '',
  }))
}

function createReading({ program, body, code, definitions, mainPart }: Source) {
  const classes = new Map(
    definitions.flatMap(({ name, node }): [string, ClassNode][] => (isClass(node) ? [[name, node]] : [])),
  )
  const classNames = [...classes.keys()]
  const examples = findExamples(program, code, classNames)
  const known: Knowledge = { declared: declaredTypes(body), handed: createHanded(definitions, () => known) }
  const data = body.filter(
    (each) =>
      each.type === 'VariableDeclaration' &&
      !mainPart.some(([start]) => start === each.start) &&
      !each.declarations.some(({ init }) => isFunction(init) || isClass(init)),
  )
  const parametersOf = (node: FunctionNode | undefined, comment = '') =>
    node ? readParameters(node, comment, known) : []
  const memberOf = ({ name, node, isRead }: MemberNode): Member => {
    const own = examples.get(`.${name}`) ?? []
    return { name, isRead, ...withExamples(parametersOf(node), own) }
  }
  const membersOf = (definition: Definition): MemberNode[] =>
    isClass(definition.node)
      ? membersOfClass(definition.node, classes).filter(({ isStatic }) => !isStatic)
      : membersOfResult(definition)
  return {
    worldOf: createWorldOf(definitions, createOutsideWorld(body)),
    classParameters: () =>
      Object.fromEntries([...classes].map(([name, node]) => [name, parametersOf(constructorOf(node, classes))])),
    callableOf(definition: Definition, id: number): Callable {
      const { name, expression, node, comment } = definition
      const own = [
        ...(examples.get(name) ?? examples.get(expression) ?? []),
        ...examplesInComment(comment, name, classNames),
      ]
      const made = isClass(node) ? constructorOf(node, classes) : node
      const members = membersOf(definition)
      const isObject = isClass(node) || members.length > 0
      return {
        ...{ id, name, expression, isConstructed: isClass(node), line: node.loc?.start.line ?? 1 },
        ...withExamples(parametersOf(made, comment), own),
        constants: findConstants(node.body, ...calledBy(definition, definitions), ...data),
        ...(isObject && { members: members.map(memberOf) }),
      }
    },
  }
}

/** Parameters of which only examples tell something are what the examples are. */
function withExamples(
  parameters: Parameter[],
  examples: readonly Example[],
): Pick<Callable, 'parameters' | 'examples'> {
  const shaped = parameters.map((parameter, index) => {
    const seen = parameter.isRest ? [] : examples.flatMap(({ shapes }) => shapes[index] ?? [])
    const shown = unionOf(seen)
    if (shown.kind === 'unknown' || parameter.shape.kind === shown.kind || isWider(parameter.shape, shown))
      return parameter
    return { ...parameter, shape: parameter.shape.kind === 'unknown' ? shown : unionOf([shown, parameter.shape]) }
  })
  return { parameters: shaped, examples: examples.map(({ texts }) => texts) }
}

const isWider = (one: Shape, other: Shape): boolean =>
  (one.kind === 'number' && other.kind === 'integer') ||
  (one.kind === 'union' && one.of.some((each) => each.kind === other.kind || isWider(each, other))) ||
  one.kind === 'literal' ||
  (one.kind === 'object' && other.kind === 'object')

/** What the functions of the program want that a value is handed to; a function that waits for itself wants anything. */
function createHanded(definitions: readonly Definition[], known: () => Knowledge): Knowledge['handed'] {
  const reading = new Set<string>()
  const done = new Map<string, Parameter[]>()
  return (callee, index) => {
    const found = definitions.find(({ name }) => name === callee)
    if (!found || !isFunction(found.node) || reading.has(callee) || reading.size > MOST_HANDED) return undefined
    reading.add(callee)
    const parameters = done.get(callee) ?? readParameters(found.node, found.comment, known())
    reading.delete(callee)
    done.set(callee, parameters)
    return parameters[index]?.shape
  }
}

/** Bodies of the functions that one names. */
function calledBy({ name, node }: Definition, definitions: readonly Definition[]): Node[] {
  const named = namesIn(node)
  return definitions.filter((each) => each.name !== name && named.has(each.name)).map((each) => each.node.body)
}

function namesIn(node: Node): Set<string> {
  const names = new Set<string>()
  walk(node, ({ node: each }) => {
    if (each.type === 'Identifier' || each.type === 'MemberExpression') names.add(pathOf(each))
    return undefined
  })
  return names
}

/** Of a function itself, or of one that it calls. */
function createWorldOf(definitions: readonly Definition[], worldIn: (root: Node) => string | undefined) {
  const done = new Map<string, string | undefined>()
  const worldOf = (definition: Definition, depth = 0): string | undefined => {
    const { name, node } = definition
    if (done.has(name) || depth > MOST_CALLS) return done.get(name)
    done.set(name, undefined)
    const named = namesIn(node)
    const others = definitions.filter((each) => each.name !== name && named.has(each.name))
    const world = worldIn(node) ?? others.map((each) => worldOf(each, depth + 1)).find((each) => each !== undefined)
    done.set(name, world)
    return world
  }
  return worldOf
}
