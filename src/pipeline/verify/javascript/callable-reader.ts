import {
  type ClassNode,
  type FunctionNode,
  isClass,
  isFunction,
  type Node,
  type Statement,
} from '../../../language/javascript/syntax-node.ts'
import type { Callable, Member } from './callable.ts'
import { findConstants } from './find-constants.ts'
import { type Example, examplesInComment, findExamples } from './find-examples.ts'
import { createHandedShapes } from './handed-shapes.ts'
import { constructorOf, type MemberNode, membersOfClass, membersOfResult } from './members.ts'
import { namesIn } from './names-in.ts'
import { type Knowledge, type Parameter, readParameters } from './read-parameters.ts'
import { type Shape, unionOf } from './shape.ts'
import { declaredTypes } from './shape-of-type.ts'
import type { Definition } from './top-level.ts'

export interface ReaderSource {
  program: Node
  body: readonly Statement[]
  code: string
  definitions: readonly Definition[]
  mainPart: readonly (readonly [start: number, end: number])[]
}

/** Reads the callables of one program; facts that they share are read once. */
export function createCallableReader({ program, body, code, definitions, mainPart }: ReaderSource) {
  const classes = new Map(
    definitions.flatMap(({ name, node }): [string, ClassNode][] => (isClass(node) ? [[name, node]] : [])),
  )
  const classNames = [...classes.keys()]
  const examples = findExamples(program, code, classNames)
  const known: Knowledge = { declared: declaredTypes(body), handed: createHandedShapes(definitions, () => known) }
  const data = dataIn(body, mainPart)
  const parametersOf = (node: FunctionNode | undefined, comment = '') =>
    node ? readParameters(node, comment, known) : []
  const memberOf = ({ name, node, isRead }: MemberNode): Member => {
    const own = examples.get(`.${name}`) ?? []
    return { name, isRead, ...withExamples(parametersOf(node), own) }
  }
  const readCallable = (definition: Definition, id: number): Callable => {
    const { name, expression, node, comment } = definition
    const inProgram = examples.get(name) ?? examples.get(expression) ?? []
    const own = [...inProgram, ...examplesInComment(comment, name, classNames)]
    const members = membersOf(definition, classes)
    return {
      ...{ id, name, expression, isConstructed: isClass(node), line: node.loc?.start.line ?? 1 },
      ...withExamples(parametersOf(isClass(node) ? constructorOf(node, classes) : node, comment), own),
      constants: findConstants([node.body, ...calledBy(definition, definitions), ...data]),
      ...((isClass(node) || members.length > 0) && { members: members.map(memberOf) }),
    }
  }
  const classParameters = () =>
    Object.fromEntries([...classes].map(([name, node]) => [name, parametersOf(constructorOf(node, classes))]))
  return { readCallable, classParameters }
}

/** Top-level declarations that are neither functions nor statements of the main part. */
function dataIn(body: readonly Statement[], mainPart: ReaderSource['mainPart']): Statement[] {
  return body.filter(
    (each) =>
      each.type === 'VariableDeclaration' &&
      !mainPart.some(([start]) => start === each.start) &&
      !each.declarations.some(({ init }) => isFunction(init) || isClass(init)),
  )
}

function membersOf(definition: Definition, classes: ReadonlyMap<string, ClassNode>): MemberNode[] {
  const { node } = definition
  return isClass(node) ? membersOfClass(node, classes).filter(({ isStatic }) => !isStatic) : membersOfResult(definition)
}

/** A parameter that only examples describe gets the shape of the examples. */
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

/** Bodies of the functions that a function names. */
function calledBy({ name, node }: Definition, definitions: readonly Definition[]): Node[] {
  const named = namesIn(node)
  return definitions.filter((each) => each.name !== name && named.has(each.name)).map((each) => each.node.body)
}
