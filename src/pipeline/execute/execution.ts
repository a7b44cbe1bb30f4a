import type { Limits } from '../../contract/limits.ts'
import type { RunRequest } from '../../contract/run.ts'
import type { Language } from '../../language/language.ts'
import type { Admission } from '../../sandbox/slots.ts'

/** One program that is to be run once. */
export interface Execution {
  block: number
  attempt: number
  code: string
  language: Language
  limits: Limits
  admission: Pick<Admission, 'takeSlot'>
  request: Pick<RunRequest, 'input' | 'args' | 'files' | 'options'>
}
