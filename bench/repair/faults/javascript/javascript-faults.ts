import { copiedFaults } from '../copied.ts'
import type { Fault } from '../fault.ts'
import { habitFaults } from './habits.ts'
import { nameFaults } from './names.ts'
import { objectFaults } from './objects.ts'
import { syntaxFaults } from './syntax.ts'

/** V8 takes it for an ordinary space, so this fault does no harm. */
const HARMLESS = ['no-break-space']

export const javascriptFaults: Fault[] = [
  ...syntaxFaults,
  ...habitFaults,
  ...nameFaults,
  ...objectFaults,
  ...copiedFaults('javascript').filter((fault) => !HARMLESS.includes(fault.class)),
]
