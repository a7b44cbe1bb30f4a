import type { CommandPolicy, CommandVerdict } from '../../../contract/command.ts'
import { bashGuard } from './bash-guard.ts'
import type { BashProgram, Invocation } from './read/bash-program.ts'
import { readBash } from './read/read-bash.ts'

/** Refused whatever the policy, even where the guard would only warn. */
const NEVER = new Set([
  'bash/become-root',
  'bash/write-device',
  'bash/format-disk',
  'bash/fork-bomb',
  'bash/set-user-id',
])

/** Whether a command may be run. What cannot be told from its text is refused where a list says what is allowed. */
export function checkCommand(command: string, { allow, longest }: CommandPolicy): CommandVerdict {
  if (command.length > longest) {
    return refused({
      programs: [],
      rule: 'command/too-long',
      reason: `The command has ${command.length} characters; ${longest} are allowed.`,
    })
  }
  const { program, isPartial } = readBash(command)
  const programs = [...new Set(program.invocations.flatMap(programsOf))].sort()
  const danger = alwaysRefused(program)
  if (danger) return refused({ programs: programs, rule: danger.rule, reason: `${danger.title}: ${danger.text}` })
  // What was not understood could be anything, and a shell would read it in its own way.
  if (isPartial || command.includes('\0')) {
    return refused({
      programs: programs,
      rule: 'command/not-understood',
      reason: 'The command is not one that the shell understands.',
    })
  }
  return allow === undefined ? { allowed: true, programs } : checkAllowed({ program, programs, allow })
}

type Refusal = Omit<Extract<CommandVerdict, { allowed: false }>, 'allowed'>

const refused = (refusal: Refusal): CommandVerdict => ({ allowed: false, ...refusal })

const LONGEST_QUOTE = 100

function alwaysRefused(program: BashProgram): { rule: string; title: string; text: string } | undefined {
  for (const rule of bashGuard.rules) {
    for (const { start, end, severity = rule.severity, message } of rule.find(program)) {
      if (severity !== 'critical' && !NEVER.has(rule.id)) continue
      const text = program.source.slice(start, Math.min(end, start + LONGEST_QUOTE))
      return { rule: rule.id, title: message ?? rule.title, text }
    }
  }
  return undefined
}

interface Checked {
  program: BashProgram
  programs: string[]
  allow: string[]
}

function checkAllowed({ program, programs, allow }: Checked): CommandVerdict {
  const turned = assignedNames(program).find((name) => CHANGES_PROGRAMS.test(name))
  if (turned !== undefined) {
    return refused({
      programs: programs,
      rule: 'command/changes-programs',
      reason: `${turned} would change what other programs do.`,
    })
  }
  if (hidesCommands(program)) {
    return refused({
      programs: programs,
      rule: 'command/unknown-program',
      reason: 'The shell would find commands in the value of a variable.',
    })
  }
  const hidden = SHELL_ESCAPES.flatMap((rule) => [...rule.find(program)])[0]
  if (hidden)
    return refused({
      programs: programs,
      rule: 'command/unknown-program',
      reason: 'A program would start another one by its options.',
    })
  const own = ownFunctions(program)
  for (const invocation of program.invocations) {
    if (isThere(invocation, own) || isControl(invocation)) continue
    if (invocation.name === undefined || invocation.isDerived || isEvaluating(invocation)) {
      const text = program.source.slice(invocation.start, Math.min(invocation.end, invocation.start + LONGEST_QUOTE))
      return refused({
        programs: programs,
        rule: 'command/unknown-program',
        reason: `It cannot be told which program this runs: ${text}`,
      })
    }
    const strange = [...invocation.through.filter(isProgram), nameOf(invocation)].find((name) => !allow.includes(name))
    if (strange !== undefined)
      return refused({
        programs: programs,
        rule: 'command/not-allowed',
        reason: `${strange} is not an allowed program.`,
      })
  }
  return { allowed: true, programs }
}

const SHELL_ESCAPES = bashGuard.rules.filter(({ id }) => id === 'bash/shell-by-option')

/** Where the functions begin that the program surely has. */
const ownFunctions = ({ functions }: BashProgram): Map<string, number> =>
  new Map(functions.filter(({ isCertain }) => isCertain).map(({ name, start }) => [name, start]))

/** A function that was made before; a name without one is a program. What a function calls may come after it. */
function isThere({ isOwn, name = '', routine }: Invocation, own: Map<string, number>): boolean {
  const start = own.get(name)
  return isOwn && start !== undefined && (routine === undefined || start <= routine.start)
}

/** Variables that decide which file a name starts, or what is loaded into it. */
const CHANGES_PROGRAMS =
  /^(?:PATH|BASH_CMDS|BASH_ALIASES|LD_\w+|DYLD_\w+|BASH_ENV|ENV|IFS|SHELLOPTS|PROMPT_COMMAND|PS[0-4]|PYTHON(?:PATH|STARTUP|HOME)|NODE_OPTIONS|PERL5\w+|RUBYOPT|GIT_\w+|PAGER|EDITOR|VISUAL)$/

const SETTERS = new Set(
  'read printf mapfile readarray declare typeset local export readonly getopts let unset'.split(' '),
)

function assignedNames({ assignments, loops, invocations }: BashProgram): string[] {
  const set = invocations.filter(({ name }) => SETTERS.has(name ?? '')).flatMap(({ args }) => args)
  return [
    ...assignments.map(({ name }) => name),
    ...loops.map(({ variable = '' }) => variable),
    ...set.map(({ text }) => text.split('=', 1)[0] ?? ''),
  ]
}

/** Arithmetic runs what stands in `a[$(…)]`, and `${x@P}` what stands in x, however it was quoted. */
function hidesCommands({ source, assignments, invocations }: BashProgram): boolean {
  if (source.includes('@P}')) return true
  const values = [...assignments.map(({ value }) => value), ...invocations.flatMap(({ args }) => args)]
  return values.some(({ text }) => text.includes('[$(') || text.includes('[`'))
}

/** Parts of the shell that start nothing and change no file. */
const CONTROL = new Set(
  ': true false test [ [[ exit return break continue shift wait local cd pwd set unset'.split(' '),
)

const isControl = ({ name, redirects, through }: Invocation): boolean =>
  CONTROL.has(name ?? '') && redirects.length === 0 && through.length === 0

/** `eval` and `source` run text and files that are no programs, so no list of programs can allow them. */
const isEvaluating = ({ name }: Invocation): boolean => ['eval', 'source', '.', 'enable', 'hash'].includes(name ?? '')

const isProgram = (name: string): boolean => name !== '' && !name.startsWith('alias ')

const USUAL_FOLDER = /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$/

/** By name when it is found by the usual way; a file at another place is another program. */
function nameOf({ name = '', word }: Invocation): string {
  return !word.text.includes('/') || USUAL_FOLDER.test(word.text) ? name : word.text
}

function programsOf(invocation: Invocation): string[] {
  if (invocation.isOwn) return []
  const own = invocation.name === undefined ? [] : [nameOf(invocation)]
  return [...invocation.through.filter(isProgram), ...own]
}
