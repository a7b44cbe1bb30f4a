import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { elseIf } from './else-if.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  ['for else if', 'if a; then\n  b\nelse if c; then\n  d\nfi\n', 'if a; then\n  b\nelif c; then\n  d\nfi\n'],
  ['for elseif', 'if a; then\n  b\nelseif c; then\n  d\nfi\n', 'if a; then\n  b\nelif c; then\n  d\nfi\n'],
  ['for elsif', 'if a; then\n  b\nelsif c; then\n  d\nfi\n', 'if a; then\n  b\nelif c; then\n  d\nfi\n'],
]

test.each(REPAIRED)('the strategy writes elif: %s', (_, broken, mended, told) => {
  expect(repaired(elseIf, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['an if inside of else with its own end', 'if a; then\n  b\nelse if c; then\n  d\nfi; fi\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(elseIf, code, told)).toBeUndefined()
})
