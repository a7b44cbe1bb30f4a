import { childOf, type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import { beyond, CONSTANT, type Growth, power } from './growth.ts'
import type { PlacedTree } from './signs-of-calls.ts'

interface Reading extends PlacedTree {
  mayRead(node: Node): boolean
}

/** How often a loop of a script runs; undefined for a node that is no loop. */
export function bashRounds(loop: Node, reading: Reading): Growth | undefined {
  const line = reading.lineAt(loop.start)
  switch (loop.type) {
    case 'For':
    case 'Select':
      return isWrittenOut(loop) ? CONSTANT : power(1, `line ${line} loops over what is only known when it runs`)
    case 'ArithmeticFor':
      return isCountedOut(loop, reading.tree) ? CONSTANT : power(1, `line ${line} counts up to a variable`)
    case 'While':
      return roundsOfWhile(loop, reading)
    default:
      return undefined
  }
}

const UNKNOWN_WORDS = new Set([
  'SimpleExpansion',
  'ParameterExpansion',
  'CommandExpansion',
  'ProcessSubstitution',
  'Glob',
  'ExtendedGlob',
])

/** Words without variables, and ranges such as {1..9}. */
function isWrittenOut({ children }: Node): boolean {
  const words = children.filter(({ type }) => type === 'Word').slice(1)
  return words.length > 0 && !words.some((word) => Array.from(walk(word)).some(({ type }) => UNKNOWN_WORDS.has(type)))
}

function isCountedOut({ children }: Node, tree: Tree): boolean {
  const test = children[1]
  return test !== undefined && /[<>]=?\s*\d+\s*$/.test(textOf(tree, test).slice(-40))
}

/** `false` is the condition of `until false`. */
const ALWAYS = new Set(['true', ':', '[ 1 ]', '[[ 1 ]]', '(( 1 ))', '((1))', 'false'])
const WAYS_OUT = new Set(['break', 'exit', 'return', 'exec'])

function roundsOfWhile(loop: Node, { tree, lineAt, mayRead }: Reading): Growth {
  const line = lineAt(loop.start)
  const clause = childOf(loop, 'Clause')
  const text = clause ? textOf(tree, clause).slice(0, 20).replace(/;$/, '').trim() : ''
  if (!ALWAYS.has(text) || !mayRead(loop)) return power(1, `line ${line} loops while a condition holds`)
  for (const node of walk(loop)) {
    const name = node.type === 'Command' ? childOf(node, 'Name') : undefined
    if (name && WAYS_OUT.has(textOf(tree, name).slice(0, 10))) {
      return power(1, `line ${line} loops until something inside ends it`)
    }
  }
  return beyond('unbounded', `line ${line} loops without an end`)
}
