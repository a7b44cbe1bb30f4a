import type { TreeProgram } from '../program.ts'
import type { RemarkFinder } from '../remark-finder.ts'
import { awaitInLoop } from './performance/await-in-loop.ts'
import { blockingCalls } from './performance/blocking-calls.ts'
import { callsInLoops } from './performance/calls-in-loops.ts'
import { growthInLoops } from './performance/growth-in-loops.ts'
import { nestedLoops } from './performance/nested-loops.ts'
import { recursion } from './performance/recursion.ts'
import { branches } from './practice/branches.ts'
import { comparisons } from './practice/comparisons.ts'
import { declarations } from './practice/declarations.ts'
import { doubtfulCalls } from './practice/doubtful-calls.ts'
import { forInArray } from './practice/for-in-array.ts'
import { nestedCallbacks } from './practice/nested-callbacks.ts'
import { promises } from './practice/promises.ts'
import { shadowedNames } from './practice/shadowed-names.ts'
import { uncheckedValues } from './practice/unchecked-values.ts'
import { unusedNames } from './practice/unused-names.ts'
import { arrowCallbacks } from './refactor/arrow-callbacks.ts'
import { deadCode } from './refactor/dead-code.ts'
import { destructuring } from './refactor/destructuring.ts'
import { earlyReturn } from './refactor/early-return.ts'
import { optionalChaining } from './refactor/optional-chaining.ts'
import { pushLoop } from './refactor/push-loop.ts'
import { templateLiterals } from './refactor/template-literals.ts'

export const javascriptFinders: readonly RemarkFinder<TreeProgram>[] = [
  awaitInLoop,
  blockingCalls,
  callsInLoops,
  growthInLoops,
  nestedLoops,
  recursion,
  branches,
  comparisons,
  declarations,
  doubtfulCalls,
  forInArray,
  uncheckedValues,
  nestedCallbacks,
  promises,
  shadowedNames,
  unusedNames,
  arrowCallbacks,
  deadCode,
  destructuring,
  earlyReturn,
  optionalChaining,
  pushLoop,
  templateLiterals,
]
