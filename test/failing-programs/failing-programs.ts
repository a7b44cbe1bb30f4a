import { bashPrograms } from './bash.ts'
import type { FailingProgram } from './failing-program.ts'
import { javascriptPrograms } from './javascript.ts'
import { otherPrograms } from './other.ts'
import { pythonPrograms } from './python.ts'
import { sqlPrograms } from './sql.ts'

export const failingPrograms: FailingProgram[] = [
  ...pythonPrograms,
  ...javascriptPrograms,
  ...bashPrograms,
  ...sqlPrograms,
  ...otherPrograms,
]
