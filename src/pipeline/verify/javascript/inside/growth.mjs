import { tell } from './apart.mjs'
import { perform } from './perform.mjs'

const SIZES = [64, 128, 256, 512]
/** Steps of the largest call, beyond which a function grows faster than can be told. */
const MOST_STEPS = 5_000_000
const MOST_POWER = 3

/** Inputs that grow, by the kind of the first parameter; `size` stands for the size. */
const GROWING = {
  array: 'Array.from({ length: size }, (_, index) => (index * 7919) % size)',
  string: "'ab '.repeat(size / 2)",
  integer: 'size',
  number: 'size',
}

/** How the steps of functions grow with their first argument. Steps are counted, not timed, so the answer is always the same. */
export async function findGrowth(explored, copy) {
  const found = []
  for (const { target, records, slow } of explored) {
    const input = GROWING[target.parameters[0]?.shape.kind]
    const usual = records.find(({ isOdd }) => !isOdd)?.scene.args.slice(1)
    if (target.members || !input || !usual || slow > 0) continue
    const power = await powerOf(target, { input, usual, copy })
    if (power) found.push({ target: target.id, power, input: [input, ...usual].join(', ') })
  }
  return found
}

async function powerOf(target, { input, usual, copy }) {
  const steps = []
  for (const size of SIZES) {
    tell({ at: `growth of ${target.id}` })
    const args = [`((size) => ${input})(${size})`, ...usual]
    const [{ kind }] = await perform(target, { args }, { ...copy, mostSteps: MOST_STEPS })
    if (kind !== 'returned') return undefined
    steps.push(copy.counters.steps())
  }
  const [before, last] = steps.slice(-2)
  const power = Math.max(1, Math.round(Math.log2(last / before)))
  return power <= MOST_POWER ? power : undefined
}
