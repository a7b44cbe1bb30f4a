import { SEVERITIES, type Severity } from '../../../../contract/finding.ts'

/** The worst of what was found, if anything was. */
export const severest = (all: (Severity | false)[]): Severity | false =>
  SEVERITIES.findLast((severity) => all.includes(severity)) ?? false
