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

/** Characters of the commands of one program that are read, all together: the same constant may be handed over many times. */
const MOST_READ = 300_000

/**
 * Tells all that the rules for Bash say about commands that one program in another language hands to a shell; holes are unknown parts. Each
 * line is read once.
 */
export function createCommandReader(hole: string): (command: string) => CommandHarm[] {
  const known = new Map<string, CommandHarm[]>()
  let read = 0
  return (command) => {
    const harms = known.get(command)
    if (harms) return harms
    read += command.length
    const found = read > MOST_READ ? [] : harmsIn(command, hole)
    known.set(command, found)
    return found
  }
}

function harmsIn(command: string, hole: string): CommandHarm[] {
  const { program } = readBash(command.slice(0, LONGEST).replaceAll(hole, UNKNOWN_WORD))
  return bashGuard.rules
    .filter(({ id }) => !ABOUT_SCRIPTS.test(id))
    .flatMap((rule) =>
      Array.from(rule.find(program), ({ severity = rule.severity, message = rule.title }) => ({
        ...{ rule: rule.id, severity, message },
      })),
    )
}

/** The worst harm; the first of equals. */
export const worstOf = (harms: readonly CommandHarm[]): CommandHarm | undefined =>
  harms.toSorted((one, other) => rank(other.severity) - rank(one.severity))[0]
