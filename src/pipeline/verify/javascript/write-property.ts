import type { Callable } from './callable.ts'
import type { Property } from './found-cases.ts'
import type { WrittenCase } from './written-case.ts'

/** A loop over inputs for which a property of the function holds. */
export function writeProperty(
  callables: readonly Callable[],
  { kind, target, other, rows }: Property,
): WrittenCase | undefined {
  const callable = callables[target]
  if (!callable || rows.length < 2) return undefined
  const { name, parameters } = callable
  const names = argumentNames(callable)
  const call = `${name}(${names.join(', ')})`
  const undo = other === undefined ? '' : (callables[other]?.name ?? '')
  const [first = 'given'] = names
  const written = {
    idempotent: ['twice is the same as once', `assert.deepEqual(${name}(${call}), ${call})`],
    symmetric: [
      'does not mind the order of its arguments',
      `assert.deepEqual(${call}, ${name}(${[...names].reverse().join(', ')}))`,
    ],
    inverse: [`is undone by ${undo}`, `assert.deepEqual(${undo}(${call}), ${first})`],
    sorted: ['gives numbers in order', `assert.deepEqual(${call}, ${call}.toSorted((one, other) => one - other))`],
    length: ['keeps the length', `assert.equal(${call}.length, ${first}.length)`],
    pure: ['leaves its arguments as they are', ''],
  }[kind]
  const list = rows.map((row) => (parameters.length === 1 ? row[0] : `[${row.join(', ')}]`)).join(', ')
  const loop = parameters.length === 1 ? first : `[${names.join(', ')}]`
  const body = kind === 'pure' ? pureLines(names, call) : [`  ${written[1]}`]
  return {
    function: name,
    title: `${name} ${written[0]}`,
    lines: [`for (const ${loop} of [${list}]) {`, ...body, '}'],
    isAsync: false,
    kind: 'property',
    from: 'property',
  }
}

function pureLines(names: readonly string[], call: string): string[] {
  return [
    `  const before = structuredClone([${names.join(', ')}])`,
    `  ${call}`,
    `  assert.deepEqual([${names.join(', ')}], before)`,
  ]
}

function argumentNames({ parameters, name }: Callable): string[] {
  return parameters.map((parameter, index) => {
    const isTaken =
      [name.split('.')[0], 'assert', 'before', 'given'].includes(parameter.name) ||
      parameters.findIndex((each) => each.name === parameter.name) !== index
    return isTaken ? `given${index + 1}` : parameter.name
  })
}
