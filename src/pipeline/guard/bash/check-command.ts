import type { CommandPolicy, CommandVerdict } from '../../../contract/command.ts'
import { bashGuard } from './bash-guard.ts'
import { hiddenPrograms } from './hidden-programs.ts'
import type { BashProgram, Invocation, Range } from './read/bash-program.ts'
import { readBash } from './read/read-bash.ts'
import { runsUnread } from './runs-unread.ts'

/** Refused under any policy, even if the guard would only warn. */
const NEVER = new Set([
  'bash/become-root',
  'bash/write-device',
  'bash/format-disk',
  'bash/fork-bomb',
  'bash/set-user-id',
])

interface Refusal {
  rule: string
  reason: string
}

/** Whether a command may be run. With a list of allowed programs, a command that the text does not determine is refused. */
export function checkCommand(command: string, { allow, longest }: CommandPolicy): CommandVerdict {
  if (command.length > longest) {
    const reason = `The command has ${command.length} characters; ${longest} are allowed.`
    return { allowed: false, rule: 'command/too-long', reason, programs: [], runsUnread: true }
  }
  const { program, isPartial } = readBash(command)
  const programs = [...new Set(program.invocations.flatMap(programsOf))].sort()
  const refusal =
    alwaysRefused(program) ??
    (isPartial || command.includes('\0') ? NOT_UNDERSTOOD : undefined) ??
    (allow && (hiddenPrograms(program) ?? strangeProgram(program, allow)))
  const told = { programs, runsUnread: isPartial || runsUnread(program, nameOf) }
  return refusal ? { allowed: false, ...refusal, ...told } : { allowed: true, ...told }
}

/** A part that was not understood could be anything, and a shell would read it in its own way. */
const NOT_UNDERSTOOD: Refusal = {
  rule: 'command/not-understood',
  reason: 'The command is not one that the shell understands.',
}

function alwaysRefused(program: BashProgram): Refusal | undefined {
  for (const rule of bashGuard.rules) {
    for (const spot of rule.find(program)) {
      const { severity = rule.severity, message = rule.title } = spot
      if (severity !== 'critical' && !NEVER.has(rule.id)) continue
      return { rule: rule.id, reason: `${message}: ${quote(program, spot)}` }
    }
  }
  return undefined
}

const LONGEST_QUOTE = 100

const quote = ({ source }: BashProgram, { start, end }: Range): string =>
  source.slice(start, Math.min(end, start + LONGEST_QUOTE))

/** The first program that is not on the list, or cannot be determined. */
function strangeProgram(program: BashProgram, allow: string[]): Refusal | undefined {
  const own = ownFunctions(program)
  for (const invocation of program.invocations) {
    if (isThere(invocation, own) || isControl(invocation)) continue
    if (invocation.name === undefined || invocation.isDerived || isEvaluating(invocation)) {
      const reason = `It cannot be told which program this runs: ${quote(program, invocation)}`
      return { rule: 'command/unknown-program', reason }
    }
    const strange = [...invocation.through.filter(isProgram), nameOf(invocation)].find((name) => !allow.includes(name))
    if (strange !== undefined) {
      return { rule: 'command/not-allowed', reason: `${strange} is not an allowed program.` }
    }
  }
  return undefined
}

/** Offsets of the functions that the program surely defines. */
const ownFunctions = ({ functions }: BashProgram): Map<string, number> =>
  new Map(functions.filter(({ isCertain }) => isCertain).map(({ name, start }) => [name, start]))

/**
 * Whether the call surely reaches a function of the program, not a program of that name; inside of a function, only one that
 * was defined before.
 */
function isThere({ isOwn, name = '', routine }: Invocation, own: Map<string, number>): boolean {
  const start = own.get(name)
  return isOwn && start !== undefined && (routine === undefined || start <= routine.start)
}

/** Parts of the shell that start nothing and change no file. */
const CONTROL = new Set(
  ': true false test [ [[ exit return break continue shift wait local cd pwd set unset'.split(' '),
)

const isControl = ({ name, redirects, through, isDerived }: Invocation): boolean =>
  CONTROL.has(name ?? '') && redirects.length === 0 && through.length === 0 && !isDerived

/** `eval` and `source` run text and files that are no programs, so no list of programs can allow them. */
const isEvaluating = ({ name }: Invocation): boolean => ['eval', 'source', '.', 'enable', 'hash'].includes(name ?? '')

const isProgram = (name: string): boolean => name !== '' && !name.startsWith('alias ')

const USUAL_FOLDER = /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$/

/** The name for a program in a usual folder; a file elsewhere is another program. */
function nameOf({ name = '', word }: Invocation): string {
  return !word.text.includes('/') || USUAL_FOLDER.test(word.text) ? name : word.text
}

function programsOf(invocation: Invocation): string[] {
  if (invocation.isOwn) return []
  const own = invocation.name === undefined ? [] : [nameOf(invocation)]
  return [...invocation.through.filter(isProgram), ...own]
}
