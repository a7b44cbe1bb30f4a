import type { Fault } from '../fault.ts'
import { copiedPythonFaults } from './copied.ts'
import { guardFaults } from './guards.ts'
import { habitFaults } from './habits.ts'
import { indentationFaults } from './indentation.ts'
import { nameFaults } from './names.ts'
import { objectFaults } from './objects.ts'
import { python2Faults } from './python2.ts'
import { removedFaults } from './removed.ts'
import { syntaxFaults } from './syntax.ts'

export const pythonFaults: Fault[] = [
  ...syntaxFaults,
  ...indentationFaults,
  ...copiedPythonFaults,
  ...python2Faults,
  ...habitFaults,
  ...nameFaults,
  ...objectFaults,
  ...removedFaults,
  ...guardFaults,
]
