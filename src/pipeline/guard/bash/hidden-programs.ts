import { bashGuard } from './bash-guard.ts'
import type { BashProgram } from './read/bash-program.ts'

/** Ways to run a program without naming it in a command, hidden from a list of names. */
export function hiddenPrograms(program: BashProgram): { rule: string; reason: string } | undefined {
  const turned = assignedNames(program).find((name) => CHANGES_PROGRAMS.test(name))
  if (turned !== undefined) {
    return { rule: 'command/changes-programs', reason: `${turned} would change what other programs do.` }
  }
  const rule = 'command/unknown-program'
  if (holdsCommands(program)) return { rule, reason: 'The shell would find commands in the value of a variable.' }
  const isByOption = BY_OPTION.some(({ find }) => [...find(program)].length > 0)
  return isByOption ? { rule, reason: 'A program would start another one by its options.' } : undefined
}

const BY_OPTION = bashGuard.rules.filter(({ id }) => id === 'bash/shell-by-option')

/** Variables that decide which file a name starts, or which code is loaded into it. */
const CHANGES_PROGRAMS =
  /^(?:PATH|BASH_CMDS|BASH_ALIASES|LD_\w+|DYLD_\w+|BASH_ENV|ENV|IFS|SHELLOPTS|PROMPT_COMMAND|PS[0-4]|PYTHON(?:PATH|STARTUP|HOME)|NODE_OPTIONS|PERL5\w+|RUBYOPT|GIT_\w+|PAGER|EDITOR|VISUAL)$/

const SETTERS = new Set(
  'read printf mapfile readarray declare typeset local export readonly getopts let unset env'.split(' '),
)

function assignedNames({ assignments, loops, invocations }: BashProgram): string[] {
  const given = invocations.filter(({ name }) => SETTERS.has(name ?? ''))
  return [
    ...assignments.map(({ name }) => name),
    ...loops.map(({ variable = '' }) => variable),
    ...given.flatMap(({ args }) => args.map(({ text }) => text.split('=', 1)[0] ?? '')),
  ]
}

/** Arithmetic runs the command in `a[$(…)]`, and `${x@P}` the commands in x, even if quoted. */
function holdsCommands({ source, assignments, invocations }: BashProgram): boolean {
  if (source.includes('@P}') || hasHiddenSubscript(source)) return true
  const values = [...assignments.map(({ value }) => value), ...invocations.flatMap(({ args }) => args)]
  return values.some(({ text }) => text.includes('[$(') || text.includes('[`'))
}

/** The quotes of a subscript do not keep the shell from running the command in it: `x['$(…)']=1`. */
const hasHiddenSubscript = (source: string): boolean =>
  [...source.matchAll(/\w\[([^\]\n]*)/g)].some(
    ([, inner = '']) => /['\\]/.test(inner) && /\$\(|`|\$'[^']*\\[xuU0-7]/.test(inner),
  )
