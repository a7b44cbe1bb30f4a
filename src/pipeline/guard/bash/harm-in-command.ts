import type { Severity } from '../../../contract/finding.ts'
import { SEVERITIES } from '../../../contract/finding.ts'
import { bashGuard } from './bash-guard.ts'
import { readBash } from './read/read-bash.ts'

export interface CommandHarm {
  rule: string
  severity: Severity
  message: string
}

/** Longer commands are cut: nobody hands a shell so long a line. */
const LONGEST = 8000
/** Rules about the way a script is written say nothing about a line inside of another program. */
const ABOUT_SCRIPTS = /^bash\/(?:unquoted-input|delete-unset-variable|network-use)$/

const rank = (severity: Severity) => SEVERITIES.indexOf(severity)

/** The worst that the rules for Bash say about a command that a program in another language hands to a shell. */
export function harmInCommand(command: string): CommandHarm | undefined {
  const { program } = readBash(command.slice(0, LONGEST))
  let worst: CommandHarm | undefined
  for (const rule of bashGuard.rules) {
    if (ABOUT_SCRIPTS.test(rule.id)) continue
    for (const { severity = rule.severity, message = rule.title } of rule.find(program)) {
      if (!worst || rank(severity) > rank(worst.severity)) worst = { rule: rule.id, severity, message }
    }
  }
  return worst
}
