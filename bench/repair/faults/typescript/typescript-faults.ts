import type { Fault } from '../fault.ts'
import { javascriptFaults } from '../javascript/javascript-faults.ts'
import { typeFaults } from './types.ts'

/** Faults that fit into none of the few programs here, or that the type-stripping compiler accepts. */
const WITHOUT_PLACE = new Set([
  'semicolon-for-comma',
  'unclosed-double-quote',
  'def-block',
  'elif',
  'str',
  'contains',
  'misspelt-module',
  'missing-await',
  'require-in-module',
  'missing-super',
  'missing-spread',
  'object-iterated',
  'set-as-array',
  'missing-optional',
  'lost-default',
  'zero-width-space',
])

export const typescriptFaults: Fault[] = [
  ...javascriptFaults.filter((fault) => !WITHOUT_PLACE.has(fault.class)),
  ...typeFaults,
]
