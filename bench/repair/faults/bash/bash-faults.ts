import { copiedFaults } from '../copied.ts'
import type { Fault } from '../fault.ts'
import { habitFaults } from './habits.ts'
import { nameFaults } from './names.ts'
import { syntaxFaults } from './syntax.ts'

/** There is nothing to subtract with a sign between spaces. */
const HARMLESS = ['typographic-dash']

export const bashFaults: Fault[] = [
  ...syntaxFaults,
  ...habitFaults,
  ...nameFaults,
  ...copiedFaults('bash').filter((fault) => !HARMLESS.includes(fault.class)),
]
