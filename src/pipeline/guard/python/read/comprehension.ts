import type { Node } from '../../../../language/tree/tree.ts'
import { bindTarget } from './bind-target.ts'
import { iterated } from './lookup.ts'
import { mixed, UNKNOWN } from './make-value.ts'
import type { Reader } from './reader.ts'
import { createScope } from './scope.ts'
import type { Value } from './value.ts'

const MARKS = new Set(['[', ']', '{', '}', '(', ')', ':', 'async'])
const MOST_ITEMS = 500

/** `[element for target in values if condition]` and its like; also a bare generator argument of a call. */
export function readComprehension(reader: Reader, node: Node): Value {
  const outer = reader.scope
  reader.scope = createScope(outer, outer.owner)
  const { elements, loops } = partsOf(node)
  const iterables = loops.map(({ targets, iterable, conditions }) => {
    const value = reader.evaluate(iterable)
    bindTarget(reader, targets, iterated(value))
    for (const condition of conditions) reader.evaluate(condition)
    return value
  })
  const values = elements.map((element) => reader.evaluate(element))
  const [loop] = loops
  const [iterable] = iterables
  const items = iterable && itemsOf(iterable)
  const isKnown = items && loop && loops.length === 1 && elements.length === 1 && loop.conditions.length === 0
  const repeatedItems = isKnown
    ? repeated(reader, { element: elements[0] as Node, targets: loop.targets, items })
    : undefined
  reader.scope = outer
  const entries = node.type === 'DictionaryComprehensionExpression' ? new Map<string, Value>() : undefined
  return { ...UNKNOWN, ...mixed(values), items: repeatedItems, entries }
}

function itemsOf(value: Value): readonly Value[] | undefined {
  if (value.items) return value.items
  if (value.text === undefined || value.text.length > MOST_ITEMS) return undefined
  return [...value.text].map((letter) => ({ ...UNKNOWN, text: letter, origins: value.origins, clean: value.clean }))
}

interface Repetition {
  element: Node
  targets: readonly Node[]
  items: readonly Value[]
}

/** The element for each item, so that text composed from numbers can be read. */
function repeated(reader: Reader, { element, targets, items }: Repetition): Value[] | undefined {
  if (items.length > MOST_ITEMS || reader.repetitionsLeft < items.length) return undefined
  const wasMuted = reader.isMuted
  reader.isMuted = true
  reader.repetitionsLeft -= items.length
  const values = items.map((item) => {
    bindTarget(reader, targets, item)
    return reader.evaluate(element)
  })
  reader.isMuted = wasMuted
  return values
}

interface Part {
  targets: Node[]
  iterable: Node | undefined
  conditions: Node[]
}

function partsOf(node: Node): { elements: Node[]; loops: Part[] } {
  const elements: Node[] = []
  const loops: Part[] = []
  let place: 'element' | 'target' | 'iterable' | 'condition' = 'element'
  for (const child of node.children) {
    const loop = loops.at(-1)
    if (child.type === 'for') {
      loops.push({ targets: [], iterable: undefined, conditions: [] })
      place = 'target'
    } else if (child.type === 'in' && place === 'target') place = 'iterable'
    else if (child.type === 'if') place = 'condition'
    else if (MARKS.has(child.type)) continue
    else if (place === 'element') elements.push(child)
    else if (place === 'target') loop?.targets.push(child)
    else if (place === 'condition') loop?.conditions.push(child)
    else if (loop) loop.iterable = child
  }
  return { elements, loops }
}
