import { type Node, textOf } from '../../../../language/tree/tree.ts'
import type { Spot } from '../../rule.ts'
import type { PythonProgram } from '../program.ts'
import { importLine } from './import-line.ts'

const SAME_METHODS = [
  'choice',
  'choices',
  'randint',
  'randrange',
  'sample',
  'shuffle',
  'random',
  'uniform',
  'getrandbits',
]
const MOST_CALLS = 100

/** Rewrites `random.choice(x)` as `secrets.choice(x)`: the numbers are not reproducible, which is the point. */
export function secretChoice(node: Node, program: PythonProgram): Spot['fix'] {
  if (program.callsOf('random.seed').length > 0) return undefined
  const edits = SAME_METHODS.flatMap((method) =>
    program
      .callsOf(`random.${method}`)
      .slice(0, MOST_CALLS)
      .filter((call) => !call.isIndirect && call.node.start >= node.start && call.node.end <= node.end)
      .flatMap(({ node: { children } }) => children[0] ?? [])
      .filter((callee) => textOf(program.tree, callee) === `random.${method}`)
      .map(({ start }) => ({
        start,
        end: start + 'random'.length,
        text: method === 'choice' ? 'secrets' : 'secrets.SystemRandom()',
      })),
  )
  if (edits.length === 0) return undefined
  return { title: 'Take numbers that cannot be guessed', edits: [...importLine(program, 'secrets').edits, ...edits] }
}
