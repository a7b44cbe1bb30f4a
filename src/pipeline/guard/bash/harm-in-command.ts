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

/** Stands for a part of a command that is known only at run time; no rule knows a program or a file of this name. */
const UNKNOWN_WORD = 'ANNEAL_UNKNOWN'

/** All that the rules for Bash say about a command that a program in another language hands to a shell; holes are unknown parts. */
export function harmsInCommand(command: string, hole: string): CommandHarm[] {
  const { program } = readBash(command.slice(0, LONGEST).replaceAll(hole, UNKNOWN_WORD))
  return bashGuard.rules
    .filter(({ id }) => !ABOUT_SCRIPTS.test(id))
    .flatMap((rule) =>
      Array.from(rule.find(program), ({ severity = rule.severity, message = rule.title }) => ({
        ...{ rule: rule.id, severity, message },
      })),
    )
}

/** The worst of them; the first of equals. */
export const harmInCommand = (command: string, hole: string): CommandHarm | undefined =>
  harmsInCommand(command, hole).toSorted((one, other) => rank(other.severity) - rank(one.severity))[0]
