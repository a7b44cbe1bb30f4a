import type { BashProgram } from '../program.ts'
import type { RemarkFinder } from '../remark-finder.ts'
import { failures } from './failures.ts'
import { pipelines } from './pipelines.ts'
import { substitutions } from './substitutions.ts'
import { unquotedVariables } from './unquoted-variables.ts'

export const bashFinders: readonly RemarkFinder<BashProgram>[] = [failures, pipelines, substitutions, unquotedVariables]
