import { endOf, isFunction, type Node, startOf } from '../../../../language/javascript/syntax-node.ts'
import { walk } from '../../../../language/javascript/walk.ts'

const MOST_NAMES = 10

/** The parameters and variables of the function around a node, in the order of the text. */
export function createNamesAt(program: Node): (node: Node) => readonly string[] {
  const functions: { start: number; end: number; names: Set<string> }[] = []
  walk(program, ({ node, key, up, isInFunction }) => {
    if (isFunction(node)) functions.push({ start: startOf(node), end: endOf(node), names: new Set() })
    const isBound =
      node.type === 'Identifier' && isInFunction && (key === 'params' || (key === 'id' && isVariable(up?.node)))
    if (isBound) around(functions, startOf(node))?.names.add(node.name)
    return undefined
  })
  return (node) => [...(around(functions, startOf(node))?.names ?? [])].slice(0, MOST_NAMES)
}

const isVariable = (node: Node | undefined): boolean => node?.type === 'VariableDeclarator'

/** The innermost: functions stand in the order of their beginnings. */
const around = <T extends { start: number; end: number }>(functions: readonly T[], at: number): T | undefined =>
  functions.findLast(({ start, end }) => at >= start && at < end)
