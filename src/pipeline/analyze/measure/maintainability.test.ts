import { expect, it } from 'vitest'
import { maintainability, maintainabilityOfAll } from './maintainability.ts'

it('maintainability is the index of Visual Studio: 100 × (171 − 5.2 ln volume − 0.23 ways − 16.2 ln lines) / 171, from 0 to 100', () => {
  expect(maintainability({ volume: 1, cyclomatic: 1, lines: 1 })).toBe(99.9)
  expect(maintainability({ volume: 1000, cyclomatic: 10, lines: 50 })).toBe(40.6)
  expect(maintainability({ volume: 1e9, cyclomatic: 900, lines: 1e5 })).toBe(0)
  expect(maintainability({ volume: 0, cyclomatic: 0, lines: 0 })).toBe(100)
})

it('of a whole is that of its average part', () => {
  const [small, large] = [
    { volume: 100, cyclomatic: 1, lines: 5 },
    { volume: 300, cyclomatic: 3, lines: 15 },
  ]
  expect(maintainabilityOfAll([small, large])).toBe(maintainability({ volume: 200, cyclomatic: 2, lines: 10 }))
  expect(maintainabilityOfAll([])).toBe(100)
})
