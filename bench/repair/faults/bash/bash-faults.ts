import { copiedFaults } from '../copied.ts'
import type { Fault } from '../fault.ts'
import { habitFaults } from './habits.ts'
import { nameFaults } from './names.ts'
import { syntaxFaults } from './syntax.ts'

/** Bash does not subtract with a sign between spaces, so this fault does no harm. */
const HARMLESS = ['typographic-dash']

export const bashFaults: Fault[] = [
  ...syntaxFaults,
  ...habitFaults,
  ...nameFaults,
  ...copiedFaults('bash').filter((fault) => !HARMLESS.includes(fault.class)),
]
