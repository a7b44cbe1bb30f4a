import { copiedFaults } from '../copied.ts'
import type { Fault } from '../fault.ts'
import { clauseFaults } from './clauses.ts'
import { dialectFaults } from './dialects.ts'
import { nameFaults } from './names.ts'
import { syntaxFaults } from './syntax.ts'

export const sqlFaults: Fault[] = [
  ...syntaxFaults,
  ...nameFaults,
  ...clauseFaults,
  ...dialectFaults,
  ...copiedFaults('sql'),
]
