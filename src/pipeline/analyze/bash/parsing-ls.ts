import type { RemarkRule } from '../remark-at.ts'

/** The rule applies to pipes and substitutions alike. */
export const PARSING_LS: RemarkRule = {
  rule: 'bash/parsing-ls',
  family: 'practice',
  severity: 'low',
  why: 'ls writes for people: names with blanks or line ends come out as something else.',
  remedy: 'Use a pattern such as ./*.txt, or find.',
}
