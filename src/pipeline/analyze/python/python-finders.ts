import type { TreeProgram } from '../program.ts'
import type { RemarkFinder } from '../remark-finder.ts'
import { changedWhileIterated } from './changed-while-iterated.ts'
import { askedFunctions } from './performance/asked-functions.ts'
import { callsInLoops } from './performance/calls-in-loops.ts'
import { dataFrames } from './performance/data-frames.ts'
import { growthInLoops } from './performance/growth-in-loops.ts'
import { keyErrors } from './performance/key-errors.ts'
import { listMembership } from './performance/list-membership.ts'
import { nestedLoops } from './performance/nested-loops.ts'
import { recursion } from './performance/recursion.ts'
import { wholeFile } from './performance/whole-file.ts'
import { appendLoop } from './refactor/append-loop.ts'
import { deadCode } from './refactor/dead-code.ts'
import { fStrings } from './refactor/f-strings.ts'
import { rangeLength } from './refactor/range-length.ts'
import { withOpen } from './refactor/with-open.ts'
import { ruffRemarks } from './ruff-remarks.ts'

export const pythonFinders: readonly RemarkFinder<TreeProgram>[] = [
  ruffRemarks,
  changedWhileIterated,
  askedFunctions,
  callsInLoops,
  dataFrames,
  growthInLoops,
  keyErrors,
  listMembership,
  nestedLoops,
  recursion,
  wholeFile,
  appendLoop,
  deadCode,
  fStrings,
  rangeLength,
  withOpen,
]
