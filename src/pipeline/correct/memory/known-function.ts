import { KNOWN_PROGRAM } from '../../../contract/known-program.ts'
import type { Strategy } from '../strategy.ts'

/** Memory is asked beside the rules, so it proposes nothing by reading; it is listed with the strategies that do. */
export const KNOWN_FUNCTION: Strategy = {
  id: KNOWN_PROGRAM,
  languages: ['python', 'javascript', 'typescript', 'bash'],
  title: 'Takes a function from a program that worked before, where all tests of the request pass with it',
  answers: ['*'],
  prior: 0.5,
  propose: () => [],
}
