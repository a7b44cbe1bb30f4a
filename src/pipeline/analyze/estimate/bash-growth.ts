import { childOf, type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import type { Unit } from '../measure/unit.ts'
import { beyond, CONSTANT, type Growth, larger, power, sorting, times } from './growth.ts'

interface Script {
  tree: Tree
  units: readonly Unit[]
  lineAt(offset: number): number
}

/** How the time of a script grows: with its loops, and with the functions that it calls. */
export function bashGrowth({ tree, units, lineAt }: Script): Growth {
  const functions = new Map(units.map((unit) => [unit.name, unit]))
  const known = new Map<Unit, Growth>()
  let level = 0
  let left = READS_PER_CHARACTER * tree.source.length
  const mayRead = ({ start, end }: Node) => {
    left -= end - start
    return left >= 0
  }
  const growthOf = (unit: Unit): Growth => {
    const earlier = known.get(unit)
    if (earlier) return earlier
    known.set(unit, CONSTANT)
    const growth = largestOf(unit.node.children)
    known.set(unit, growth)
    return growth
  }
  const largestOf = (nodes: readonly Node[]): Growth => {
    let most = CONSTANT
    if (level >= MOST_LEVELS) return most
    level += 1
    for (const node of nodes) most = larger(most, growthAt(node))
    level -= 1
    return most
  }
  const growthAt = (node: Node): Growth => {
    if (node.type === 'Function') return CONSTANT
    const inner = largestOf(node.children)
    const rounds = roundsOf(node, { tree, lineAt, mayRead })
    if (rounds) return times(rounds, inner)
    return node.type === 'Command' ? larger(inner, growthOfCommand(node)) : inner
  }
  const growthOfCommand = (command: Node): Growth => {
    const name = childOf(command, 'Name')
    const text = name && name.end - name.start < 200 ? textOf(tree, name) : ''
    const called = functions.get(text)
    if (called) return growthOf(called)
    return text === 'sort' ? sorting(`line ${lineAt(command.start)} sorts`) : CONSTANT
  }
  return units.reduce((most, unit) => larger(most, growthOf(unit)), CONSTANT)
}

/** Each level costs stack, and functions are followed from one into the next. */
const MOST_LEVELS = 1000
const READS_PER_CHARACTER = 12

interface Reading {
  tree: Tree
  lineAt(offset: number): number
  mayRead(node: Node): boolean
}

function roundsOf(loop: Node, reading: Reading): Growth | undefined {
  const line = reading.lineAt(loop.start)
  switch (loop.type) {
    case 'For':
    case 'Select':
      return isWrittenOut(loop) ? CONSTANT : power(1, `line ${line} loops over what is only known when it runs`)
    case 'ArithmeticFor':
      return isCountedOut(loop, reading.tree) ? CONSTANT : power(1, `line ${line} counts up to a variable`)
    case 'While':
      return roundsOfWhile(loop, line, reading)
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

const ALWAYS = new Set(['true', ':', '[ 1 ]', '[[ 1 ]]', '(( 1 ))', '((1))', 'while true', 'until false', 'false'])
const WAYS_OUT = new Set(['break', 'exit', 'return', 'exec'])

function roundsOfWhile(loop: Node, line: number, { tree, mayRead }: Reading): Growth {
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
