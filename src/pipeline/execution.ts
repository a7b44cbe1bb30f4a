import type { Limits } from '../contract/limits.ts'
import type { ExecutionEnd, RunRequest } from '../contract/run.ts'
import type { Language } from '../language/language.ts'
import type { Admission } from '../sandbox/slots.ts'
import type { RunSession } from './run-session.ts'

/** One program that is to be run once. */
export interface Execution {
  block: number
  attempt: number
  code: string
  language: Language
  limits: Limits
  admission: Pick<Admission, 'takeSlot'>
  request: Pick<RunRequest, 'input' | 'args' | 'files' | 'options'>
  /** The workspace that it starts from, as an archive: what the block before it left. */
  archive?: Uint8Array | undefined
  /** Whether the workspace is wanted afterwards. */
  keepsWorkspace?: boolean | undefined
  /** Where it runs, instead of in a fresh box. */
  session?: RunSession | undefined
  /** Whether it is told what was spent. */
  measures?: boolean | undefined
}

/** What came of it. */
export interface Executed {
  end: ExecutionEnd
  /** The beginning of what it printed. */
  stdout: string
  /** The end of what it wrote to stderr: a traceback stands there. */
  stderr: string
  /** Whether the two texts are all that it printed. */
  isWhole: boolean
  archive?: Uint8Array
}
