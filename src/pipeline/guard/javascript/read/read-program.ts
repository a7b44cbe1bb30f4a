import { bare, isFunction } from '../../../../language/javascript/nodes.ts'
import { bareTree } from '../../../../language/tree/bare-tree.ts'
import { parseTree, type TreeLanguage } from '../../../../language/tree/parse-tree.ts'
import { type Node, textOf, walk } from '../../../../language/tree/tree.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { bindNames } from './bindings.ts'
import { choicesOf } from './choices-of.ts'
import { collectFlows } from './collect-flows.ts'
import { evaluate } from './evaluate.ts'
import { follow, propertyAt } from './follow.ts'
import { nameOf } from './name-of.ts'
import { originsOf } from './origins-of.ts'
import { readAssignment } from './read-assignment.ts'
import { readCall } from './read-call.ts'
import { HOLE, type Reading, type Value } from './reading.ts'

/** Queries lead to queries; deeper ones are not followed. */
const MOST_DEPTH = 500

export function readProgram(
  source: string,
  language: TreeLanguage,
): { program: JavaScriptProgram; isPartial: boolean } {
  const tree = bareTree(parseTree(language, source))
  const nodes = [...walk(tree.root)]
  const bindings = bindNames(tree)
  const remember = createMemory()
  const flows = collectFlows({ tree, bindings }, nodes)
  const reading: Reading = {
    tree,
    bindings,
    ...flows,
    follow: remember((node) => follow(reading, node), bare),
    nameOf: remember(
      (node) => nameOf(reading, node),
      () => '?',
    ),
    evaluate: remember<Value | undefined>(
      (node) => evaluate(reading, node),
      () => undefined,
    ),
    originsOf: remember(
      (node) => originsOf(reading, node),
      () => 0,
    ),
  }
  return { program: programOf(reading, nodes), isPartial: tree.isPartial }
}

/** Each answer is computed once. An answer that leads back to its own query is unknown. */
function createMemory() {
  let depth = 0
  return <Answer>(answer: (node: Node) => Answer, unknown: (node: Node) => Answer): ((node: Node) => Answer) => {
    const known = new Map<Node, Answer>()
    return (node) => {
      if (known.has(node)) return known.get(node) as Answer
      if (depth >= MOST_DEPTH) return unknown(node)
      known.set(node, unknown(node))
      depth += 1
      const found = answer(node)
      depth -= 1
      known.set(node, found)
      return found
    }
  }
}

function programOf(reading: Reading, nodes: readonly Node[]): JavaScriptProgram {
  const byType = Map.groupBy(nodes, ({ type }) => type)
  const ofType = (type: string) => byType.get(type) ?? []
  const inOrder = (...types: string[]) => nodes.filter(({ type }) => types.includes(type))
  const calls = inOrder('CallExpression', 'NewExpression', 'DynamicImport').flatMap((node) => readCall(reading, node))
  const callsByName = Map.groupBy(calls, ({ name }) => name)
  const shapeOf = (node: Node | undefined): string | undefined => {
    const value = node && reading.evaluate(node)
    return typeof value === 'string' ? value : undefined
  }
  const propertyOf = (object: Node, name: string) => {
    const target = reading.follow(object)
    return target.type === 'ObjectExpression' ? propertyAt(reading, target, name) : undefined
  }
  return {
    tree: reading.tree,
    calls,
    assignments: ofType('AssignmentExpression').flatMap((node) => readAssignment(reading, node)),
    functions: nodes.filter(isFunction),
    loops: inOrder('WhileStatement', 'ForStatement', 'DoStatement'),
    texts: inOrder('String', 'TemplateString'),
    members: ofType('MemberExpression'),
    objects: ofType('ObjectExpression'),
    ofType,
    callsTo: (...names) => names.flatMap((name) => callsByName.get(name) ?? []),
    nameOf: reading.nameOf,
    follow: reading.follow,
    choicesOf: (node) => choicesOf(reading, node),
    evaluate: reading.evaluate,
    shapeOf,
    constantOf: (node) => {
      const shape = shapeOf(node)
      return shape?.includes(HOLE) ? undefined : shape
    },
    originsOf: (node) => (node ? reading.originsOf(node) : 0),
    sourceOf: (node) => textOf(reading.tree, node),
    optionOf: (call: Call, name) => call.inputs.map((input) => propertyOf(input, name)).find((value) => value),
    propertyOf,
  }
}
