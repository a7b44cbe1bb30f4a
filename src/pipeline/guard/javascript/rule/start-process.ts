import { SHELL_ON_SOCKET, STARTS_PROGRAM } from '../../danger-words.ts'
import type { Spot } from '../../rule.ts'
import type { JavaScriptProgram } from '../program.ts'
import { FOREIGN, GIVEN, ORIGIN } from '../read/origin.ts'
import { HOLE } from '../read/reading.ts'
import { alternatives } from './alternatives.ts'
import { type Command, commandsOf, isWholeUnknown, SHELL_NAME } from './commands-of.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const SOCKETS = [
  'net.connect',
  'net.createConnection',
  'net.Socket',
  'net.createServer',
  'tls.connect',
  'WebSocket',
  'ws',
]

export const startProcessRules: JavaScriptRule[] = [
  {
    id: 'javascript/shell-injection',
    family: 'code-execution',
    severity: 'high',
    title: 'Gives a shell a line with parts from somewhere else',
    why: 'A `;` or `$(…)` in such a part is a command of its own.',
    remedy: 'Use `execFile` or `spawn` with a list of arguments and no shell.',
    cwe: [78, 88],
    *find(program) {
      for (const { call, text, isShell } of commandsOf(program)) {
        if (!isShell || !text) continue
        const shape = program.shapeOf(text)
        if (shape !== undefined && !shape.includes(HOLE) && program.originsOf(text) === 0) continue
        const isGiven = program.originsOf(text) & GIVEN
        yield spotAt(call.node, { severity: isGiven ? 'high' : 'medium' })
      }
    },
  },
  {
    id: 'javascript/remote-command',
    family: 'code-execution',
    severity: 'critical',
    title: 'Runs commands that another host sends',
    why: 'This is how a machine is steered from afar.',
    remedy: 'Let other hosts choose from a list of known actions.',
    cwe: [78, 506],
    *find(program) {
      for (const { call, text } of commandsOf(program)) {
        if (program.originsOf(text) & ORIGIN.network && isWholeUnknown(program, text)) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/foreign-program',
    family: 'code-execution',
    severity: 'high',
    title: 'Starts a program that somebody else names',
    why: 'Without a shell it is still their choice what runs.',
    remedy: 'Look the program up in a list of those that are allowed.',
    cwe: [78, 426],
    *find(program) {
      for (const { call, text, isShell } of commandsOf(program)) {
        if (isShell) continue
        const origins = program.originsOf(text)
        if (origins & FOREIGN) yield spotAt(call.node)
        else if (origins & GIVEN && call.name !== 'child_process.fork') yield spotAt(call.node, { severity: 'medium' })
      }
    },
  },
  {
    id: 'javascript/option-injection',
    family: 'code-execution',
    severity: 'medium',
    title: 'Gives a program arguments that a client wrote',
    why: 'An argument that begins with `-` may be an option that runs or writes something.',
    remedy: 'Put `--` before such arguments, and check them.',
    cwe: [88],
    *find(program) {
      for (const { call, isShell } of commandsOf(program)) {
        if (!isShell && program.originsOf(call.inputs[1]) & ORIGIN.request) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/process-start',
    ...STARTS_PROGRAM,
    *find(program) {
      for (const command of commandsOf(program)) {
        if (program.originsOf(command.text) !== 0) continue
        // A line for a shell is a program of its own.
        const isLine = command.isShell && (program.constantOf(command.text) ?? '').trim() !== ''
        yield spotAt(command.call.node, { ...withoutShell(program, command), ...(isLine && { severity: 'medium' }) })
      }
    },
  },
  {
    id: 'javascript/reverse-shell',
    ...SHELL_ON_SOCKET,
    *find(program) {
      if (program.callsTo(...SOCKETS).length === 0 || !isWired(program)) return
      for (const { call, text } of commandsOf(program)) {
        const isShell =
          text && alternatives(program, text).some((name) => SHELL_NAME.test(firstWord(program.shapeOf(name))))
        if (isShell) yield spotAt(call.node)
      }
    },
  },
]

const firstWord = (line = ''): string => line.trim().split(' ')[0] ?? ''

/** Whether the channels of a process are connected to something else. */
function isWired(program: JavaScriptProgram): boolean {
  const channel = /\.(?:stdin|stdout|stdio)(?:\.|\[|$)/
  const pipes = program.calls.filter(({ method }) => method === 'pipe' || method === 'write' || method === 'on')
  const isPiped = pipes.some(
    ({ name, inputs }) => channel.test(name) || inputs.some((input) => channel.test(program.nameOf(input))),
  )
  return isPiped || program.calls.some((call) => call.name.startsWith('child_process.') && hasSocket(program, call))
}

function hasSocket(program: JavaScriptProgram, call: Command['call']): boolean {
  const stdio = program.optionOf(call, 'stdio')
  const list = stdio && program.follow(stdio)
  return list?.type === 'ArrayExpression' && list.children.some((each) => /^(?:net|tls|\$s)/.test(program.nameOf(each)))
}

/** `execSync('git status')` → `execFileSync('git', ['status'])`, if no character has a meaning to a shell. */
function withoutShell(program: JavaScriptProgram, { call, text, isShell }: Command): Omit<Spot, 'start' | 'end'> {
  const { callee, inputs } = call
  const line = program.constantOf(text)
  if (!isShell || text?.type !== 'String' || !line || !/^[\w./-]+(?: [\w./=:@-]+)*$/.test(line)) return {}
  const own = /\bexec(?:Sync)?$/.exec(program.sourceOf(callee))
  if (!own || callee.type !== 'MemberExpression' || inputs[0] !== text) return {}
  const [name, ...words] = line.split(' ')
  const list = `'${name}', [${words.map((word) => `'${word}'`).join(', ')}]`
  const edits = [
    { start: callee.end - own[0].length, end: callee.end, text: own[0].replace('exec', 'execFile') },
    { start: text.start, end: text.end, text: list },
  ]
  return { fix: { title: 'Start the program without a shell', edits } }
}
