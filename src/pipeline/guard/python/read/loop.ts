import { around, type Node, textOf, walk } from '../../../../language/tree/tree.ts'
import { bindTarget } from './bind-target.ts'
import type { Loop } from './facts.ts'
import { iterated } from './lookup.ts'
import type { Reader } from './reader.ts'
import type { Value } from './value.ts'

/** `while test:`. */
export function readWhile(reader: Reader, node: Node): void {
  const test = node.children[1]
  const value = reader.evaluate(test)
  const isTrue = value.literal === 'True' || (value.number !== undefined && value.number !== 0)
  // The loop may change a variable that is true now.
  inLoop(reader, node, isTrue && test?.type !== 'VariableName')
}

/** `for target in values:`. */
export function readFor(reader: Reader, node: Node): void {
  const start = node.children.findIndex(({ type }) => type === 'for')
  const middle = node.children.findIndex(({ type }) => type === 'in')
  const end = node.children.findIndex(({ type }) => type === 'Body')
  const nodes = node.children.slice(middle + 1, end < 0 ? undefined : end)
  const values = nodes.filter(({ type }) => type !== ',').map((child) => reader.evaluate(child))
  const value = values[0] as Value | undefined
  if (value && middle > 0) bindTarget(reader, node.children.slice(start + 1, middle), iterated(value))
  inLoop(
    reader,
    node,
    value?.name === 'itertools.count()' || value?.name === 'itertools.repeat()' || isEndlessIterator(reader, nodes[0]),
  )
}

/** `iter(int, 1)` never ends. */
const isEndlessIterator = (reader: Reader, node: Node | undefined): boolean =>
  node?.type === 'CallExpression' && textOf(reader.tree, node).replaceAll(' ', '') === 'iter(int,1)'

function inLoop(reader: Reader, node: Node, isEndless: boolean): void {
  const outer = reader.loop
  const loop: Loop = {
    node,
    isEndless,
    hasExit: isEndless && (hasExit(reader, node) || isEndedAround(reader, node)),
    waits: false,
    outer,
  }
  if (!reader.isMuted) reader.facts.loops.push(loop)
  for (const body of node.children) {
    if (body.type !== 'Body') continue
    reader.loop = loop
    reader.scope.branches([
      () => {
        reader.run(body)
        return false
      },
      () => false,
    ])
    reader.loop = outer
  }
}

const EXITS = new Set(['BreakStatement', 'ReturnStatement', 'RaiseStatement'])
const EXIT_CALL = /^(sys\.exit|exit|quit|os\._exit|os\.abort)$/

/** Whether something below ends the loop. An inner loop has its own `break`, but its author thinks of an end. */
function hasExit(reader: Reader, node: Node): boolean {
  for (const below of walk(node)) {
    if (EXITS.has(below.type)) return true
    if (below.type !== 'CallExpression' || !below.children[0]) continue
    if (EXIT_CALL.test(textOf(reader.tree, below.children[0]).slice(0, 20))) return true
  }
  return false
}

const ENDING = /except\s*\(?[^:\n]{0,80}\b(StopIteration|StopAsyncIteration|IndexError|EOFError|KeyError)\b/

/** An exception at the end of some data is caught around the loop. */
function isEndedAround(reader: Reader, node: Node): boolean {
  const outer = around(node, 'TryStatement', 'FunctionDefinition')
  if (outer?.type !== 'TryStatement') return false
  return ENDING.test(reader.tree.source.slice(node.end, Math.min(outer.end, node.end + 1000)))
}
