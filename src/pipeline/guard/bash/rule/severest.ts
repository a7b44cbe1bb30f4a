import { SEVERITIES, type Severity } from '../../../../contract/finding.ts'

/** The worst severity, or false when there is none. */
export const severest = (all: (Severity | false)[]): Severity | false =>
  SEVERITIES.findLast((severity) => all.includes(severity)) ?? false
