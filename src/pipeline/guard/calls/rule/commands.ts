import { HOLE } from '../../../../language/calls/tokens.ts'
import { type CommandHarm, createCommandReader, worstOf } from '../../bash/harm-in-command.ts'
import { CHOSEN_PROGRAM, STARTS_PROGRAM } from '../../danger-words.ts'
import { hostileCommand } from '../../hostile-command.ts'
import { isObedient } from '../../obedient-program.ts'
import { namesSensitiveFile } from '../../sensitive-command.ts'
import type { CallProgram, Command } from '../read/call-program.ts'
import { FROM } from '../read/value.ts'
import { type CallRule, spotAt, type Verdict } from './call-rule.ts'

export const commandRules: CallRule[] = [
  {
    id: 'call/hostile-command',
    family: 'code-execution',
    severity: 'critical',
    title: 'Starts a command that does harm',
    why: 'The command destroys, steals or hands over control, whatever it is started for.',
    remedy: 'Leave the command out; do what is needed with the files of the workspace alone.',
    cwe: [78],
    *find({ commands }) {
      const harmsIn = createCommandReader(HOLE)
      for (const command of commands) yield* spotAt(command, verdictOn(command, worstOf(harmsIn(command.line))))
    },
  },
  {
    id: 'call/shell-injection',
    family: 'code-execution',
    severity: 'high',
    title: 'A shell runs a command that others can change',
    why: 'Whoever decides about a piece of the command can add commands of their own to it.',
    remedy: 'Start the program without a shell, with a list of arguments.',
    cwe: [78, 77],
    find: ({ commands }) => commands.flatMap((command) => spotAt(command, injected(command))),
  },
  {
    id: 'call/foreign-program',
    ...CHOSEN_PROGRAM,
    find: ({ commands, source }) =>
      commands.flatMap((command) => {
        if (command.isShell || isShellLine(command.line)) return []
        const program = /^'([^']*)'/.exec(command.line)?.[1] ?? HOLE
        if (!(command.from & OUTSIDE)) {
          const isSet = (command.from & FROM.environment) !== 0 && program.includes(HOLE)
          return spotAt(command, (isSet || isWholeHole(command.line)) && 'medium')
        }
        if (command.line.startsWith(`'${HOLE}`)) return spotAt(command, 'high')
        return spotAt(command, (program.includes(HOLE) || isObedient(program) || SERVES.test(source)) && 'medium')
      }),
  },
  {
    id: 'call/decoded-command',
    family: 'obfuscation',
    severity: 'critical',
    title: 'Starts a command that was made unreadable',
    why: 'An honest command has no reason to hide.',
    remedy: 'Write the command as it is.',
    cwe: [506],
    find: ({ commands }) =>
      commands.flatMap((command) =>
        spotAt(command, (command.from & FROM.decoded) !== 0 && (command.from & OUTSIDE ? 'high' : true)),
      ),
  },
  {
    id: 'call/remote-command',
    family: 'code-execution',
    severity: 'critical',
    title: 'Starts commands that another host sends',
    why: 'This is how a machine is steered from afar.',
    remedy: 'Let other hosts choose from a list of known actions.',
    cwe: [78, 506],
    find: ({ commands }) =>
      commands.flatMap((command) => spotAt(command, (command.from & FROM.network) !== 0 && isWholeHole(command.line))),
  },
  {
    id: 'call/shell',
    family: 'code-execution',
    severity: 'medium',
    title: 'Hands a constant line to a shell',
    why: 'What the shell does is not part of the program; the next change may put a variable into the line.',
    remedy: 'Start the program itself with a list of arguments, or use a function of the language.',
    cwe: [78],
    find: ({ commands }) => commands.flatMap((command) => spotAt(command, isConstantShell(command))),
  },
  {
    id: 'call/process-start',
    ...STARTS_PROGRAM,
    find: ({ commands }: CallProgram) => commands.flatMap((command) => spotAt(command, !command.isShell)),
  },
]

const OUTSIDE = FROM.foreign | FROM.network

/** A program with clients: its arguments come from others than whoever started it. */
const SERVES =
  /\bnet\/http\b|\bgin\.|HttpServlet|@(?:Get|Post|Request)Mapping|\bparams\s*\[|\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b/

const SHELL_LINE =
  /^'(?:[^']*\/)?(?:ba|z|da|k|c|a)?sh' (?:'-\w+' ){0,3}'-\w*c'|^'(?:cmd|powershell)(?:\.exe)?' '(?:\/c|-c\w*)'/i
const isShellLine = (line: string): boolean => SHELL_LINE.test(line)

/** A shell alone gets its lines through a pipe. */
const SHELL_ALONE = /^'(?:[^']*\/)?(?:ba|z|da|k|c)?sh'$/
const isConstantShell = ({ line, isShell }: Command): boolean =>
  SHELL_ALONE.test(line) || ((isShell || isShellLine(line)) && !line.includes(HOLE) && line.trim() !== '')

/** Nothing literal stands before the unknown part. */
const isWholeHole = (line: string): boolean =>
  line.startsWith(HOLE) || line.startsWith(`'${HOLE}`) || (isShellLine(line) && line.endsWith(`'${HOLE}'`))

function verdictOn({ line, isShell }: Command, harm: CommandHarm | undefined): Verdict {
  if (harm && harm.severity !== 'info' && harm.severity !== 'low')
    return { severity: harm.severity, message: harm.message }
  // Patterns know commands of other systems, and lines that no shell here could read.
  const told = isShell ? hostileCommand(line) : undefined
  if (told && (told.severity === 'critical' || told.severity === 'high')) return told
  return !isShell && namesSensitiveFile(line) && !/^'(?:ls|stat|test|chmod|echo)'/.test(line) ? 'high' : undefined
}

function injected({ line, isShell, from }: Command): Verdict {
  if (!line.includes(HOLE) || !(isShell || isShellLine(line))) return false
  if (from & OUTSIDE) return 'high'
  return 'medium'
}
