import type { Callable } from './callable.ts'
import type { Growth } from './found-cases.ts'
import type { WrittenCase } from './written-case.ts'

/** Sizes by power: small enough to be quick, large enough to stand out from the clock's noise. */
const SIZES: Record<number, [small: number, large: number]> = { 1: [2000, 8000], 2: [300, 1200], 3: [40, 160] }

/** A test that a function's growth does not become worse by a class: times are compared with a wide margin. */
export function writeGrowth(callables: readonly Callable[], { target, power, input }: Growth): WrittenCase | undefined {
  const name = callables[target]?.name
  const [small, large] = SIZES[power] ?? []
  if (name === undefined || small === undefined || large === undefined) return undefined
  const room = (large / small) ** (power + 1)
  return {
    function: name,
    title: `${name} grows no faster than n${power === 1 ? '' : `^${power}`}`,
    lines: [
      'const timeOf = (size) => {',
      '  const times = Array.from({ length: 7 }, () => {',
      '    const began = performance.now()',
      `    ${name}(${input})`,
      '    return performance.now() - began',
      '  })',
      '  return Math.min(...times)',
      '}',
      `assert.ok(timeOf(${large}) < ${room} * Math.max(timeOf(${small}), 0.05))`,
    ],
    isAsync: false,
    kind: 'performance',
    from: 'observed',
  }
}
