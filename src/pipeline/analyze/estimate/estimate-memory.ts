import type { Estimate } from '../../../contract/analysis.ts'
import { childOf, type Node, textOf, walk } from '../../../language/tree/tree.ts'
import { numberOf } from './number-of.ts'
import type { ProgramFacts } from './program-facts.ts'
import { calledName } from './signs-of-calls.ts'
import { WHOLE_FILE_READERS } from './whole-file-readers.ts'

const MB = 1_000_000
const [MODERATE, LARGE] = [10 * MB, 100 * MB]

/** Bytes for each element of the values that these calls make. */
const PER_ELEMENT = new Map<string, number>([
  ...['bytearray', 'bytes', 'alloc', 'allocUnsafe', 'Uint8Array', 'Int8Array', 'ArrayBuffer', 'repeat', 'urandom'].map(
    (name): [string, number] => [name, 1],
  ),
  ...['Uint32Array', 'Int32Array', 'Float32Array'].map((name): [string, number] => [name, 4]),
  ...['zeros', 'ones', 'empty', 'full', 'arange', 'rand', 'randn', 'Float64Array', 'Array'].map(
    (name): [string, number] => [name, 8],
  ),
])
const LIST_ELEMENT = 8
const NUMBER_ELEMENT = 36

export interface MemoryEstimate {
  memory: Estimate['memory']
  reasons: string[]
}

/** Estimates the most memory that a program holds at once. `endless` are loops without an end. */
export function estimateMemory(facts: ProgramFacts, endless: readonly Node[]): MemoryEstimate {
  let [most, place, whole] = [0, 0, 0]
  let growing: Node | undefined
  for (const node of walk(facts.tree.root)) {
    const bytes = bytesAt(node, facts)
    if (bytes > most) [most, place] = [bytes, facts.lineAt(node.start)]
    if (node.type !== 'CallExpression') continue
    const last = lastName(node, facts)
    if (whole === 0 && WHOLE_FILE_READERS.has(last)) whole = facts.lineAt(node.start)
    if (GROWERS.has(last) && endless.some((loop) => loop.start <= node.start && node.end <= loop.end)) growing ??= node
  }
  if (growing) {
    return {
      memory: 'unbounded',
      reasons: [`memory: line ${facts.lineAt(growing.start)} adds to a list without an end`],
    }
  }
  const size = `memory: line ${place} makes about ${Math.round(most / MB).toLocaleString('en')} MB at once`
  if (most >= LARGE) return { memory: 'large', reasons: [size] }
  if (most >= MODERATE) return { memory: 'moderate', reasons: [size] }
  return whole > 0
    ? { memory: 'moderate', reasons: [`memory: line ${whole} reads a whole file`] }
    : { memory: 'small', reasons: [] }
}

const GROWERS = new Set(['append', 'push', 'extend', 'unshift', 'add', 'insert'])

function bytesAt(node: Node, facts: ProgramFacts): number {
  if (node.type === 'BinaryExpression') return bytesOfRepeated(node, facts)
  if (node.type === 'ArrayComprehensionExpression') {
    const at = node.children.findIndex(({ type }) => type === 'in')
    return elementsOfRange(node.children[at + 1], facts) * NUMBER_ELEMENT
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return 0
  const name = lastName(node, facts)
  const first = firstArgument(node)
  if (name === 'list' || name === 'set') return elementsOfRange(first, facts) * NUMBER_ELEMENT
  return elementsOf(first, facts) * (PER_ELEMENT.get(name) ?? 0)
}

/** `[0] * 1000` and `'x' * 1000`. */
function bytesOfRepeated({ children: [left, operator, right] }: Node, facts: ProgramFacts): number {
  if (!left || !operator || textOf(facts.tree, operator) !== '*') return 0
  const times = numberOf(right, facts) ?? 0
  if (left.type === 'String') return times * Math.max(1, left.end - left.start - 2)
  const elements = left.children.filter(({ type }) => !['[', ']', ','].includes(type)).length
  return left.type === 'ArrayExpression' ? times * elements * LIST_ELEMENT : 0
}

function elementsOfRange(node: Node | undefined, facts: ProgramFacts): number {
  if (node?.type !== 'CallExpression' || lastName(node, facts) !== 'range') return 0
  const values = (childOf(node, 'ArgList')?.children ?? []).map((each) => numberOf(each, facts))
  return values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
}

/** A number, or the product of a shape such as `(1000, 1000)`. */
function elementsOf(node: Node | undefined, facts: ProgramFacts): number {
  if (node?.type !== 'TupleExpression' && node?.type !== 'ArrayExpression') return numberOf(node, facts) ?? 0
  const sides = node.children.map((side) => numberOf(side, facts)).filter((side) => side !== undefined)
  return sides.length === 0 ? 0 : sides.reduce((product, side) => product * side, 1)
}

const firstArgument = (call: Node): Node | undefined => childOf(call, 'ArgList')?.children[1]

const lastName = (call: Node, { tree }: ProgramFacts): string => {
  const name = calledName(call, tree) ?? ''
  return name.slice(name.lastIndexOf('.') + 1)
}
