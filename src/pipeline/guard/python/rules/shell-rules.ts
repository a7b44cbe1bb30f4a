import { CHOSEN_PROGRAM } from '../../danger-words.ts'
import { hostileCommand } from '../../hostile-command.ts'
import { lineOfWords } from '../../line-of-words.ts'
import { isObedient } from '../../obedient-program.ts'
import { callRule, type PythonRule } from '../call-rule.ts'
import { commandOf, given, gradeOf, isConstant, isTrue } from '../condition.ts'
import type { Call } from '../read/facts.ts'
import { cleanFor, constantOf, HOLE, hasOrigin, OUTSIDE } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'
import { withoutShell } from '../rewrite/without-shell.ts'

const SHELLS = 'os.system os.popen os.popen2 os.popen3 os.popen4 subprocess.getoutput subprocess.getstatusoutput'
const MORE_SHELLS =
  'commands.getoutput commands.getstatusoutput popen2.popen2 popen2.popen3 asyncio.create_subprocess_shell pexpect.run'
const PROCESSES = 'subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen'
const OS_PROCESSES =
  'os.execl os.execle os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe os.spawnl os.spawnle os.spawnlp os.spawnv os.spawnve os.spawnvp os.posix_spawn os.posix_spawnp os.startfile pty.spawn asyncio.create_subprocess_exec pexpect.spawn'
/** The C library through ctypes: its functions take a command like any other shell. */
const NATIVE =
  'ctypes.CDLL().system ctypes.CDLL().popen ctypes.cdll.LoadLibrary().system ctypes.cdll.LoadLibrary().popen ctypes.cdll.msvcrt.system ctypes.PyDLL().system'
const AIRFLOW = 'airflow.operators.bash.BashOperator airflow.operators.bash_operator.BashOperator'
const REMOTE =
  '.exec_command fabric.Connection().run fabric.Connection().sudo invoke.run fabric.api.run fabric.api.local fabric.api.sudo docker.from_env().containers.run docker.DockerClient().containers.run docker.client.from_env().containers.run'
/** Libraries that make a function of each program. */
const WRAPPED = 'sh.bash sh.sh sh.Command plumbum.local[]'

const commandArgument = (call: Call) => given(call, 0, 'args', 'command', 'cmd')
const usesShell = (call: Call): boolean => isTrue(given(call, 7, 'shell'))

/** A program and its arguments, which no shell reads. */
const wordsOf = (values: readonly Value[]): string =>
  lineOfWords(
    values.map(({ text }) => text ?? HOLE),
    HOLE,
  ).slice(0, 2000)

/** The text in `['sh', '-c', text]`, which a shell reads. */
function shellText(call: Call) {
  const items = commandArgument(call)?.items
  const program = constantOf(items?.[0]) ?? constantOf(call.positional[0]?.value) ?? ''
  // `os.execvp('sh', ['sh', '-c', text])`.
  const rest = items ?? call.positional.flatMap(({ value }) => value.items ?? [value])
  if (!/(^|\/)(ba|z|k|da|a)?sh$|(^|[\\/])(cmd|powershell)(\.exe)?$/.test(program)) return undefined
  const at = rest.findIndex((value) => /^(-[a-z]*c|\/c|\/C|-Command)$/.test(constantOf(value) ?? ''))
  return at < 0 ? undefined : rest[at + 1]
}

export const shellRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/shell-injection',
      family: 'code-execution',
      severity: 'high',
      title: 'A shell runs a command that others can change',
      why: 'Whoever decides about a piece of the command can add commands of their own to it.',
      remedy: 'Start the program without a shell, with a list of arguments: subprocess.run([program, argument]).',
      cwe: [78, 77],
    },
    { calls: `${SHELLS} ${MORE_SHELLS} ${NATIVE}`, when: (call) => gradeOf(commandArgument(call), cleanFor.shell) },
    { calls: PROCESSES, when: (call) => usesShell(call) && gradeOf(commandArgument(call), cleanFor.shell) },
    { calls: `${PROCESSES} ${OS_PROCESSES}`, when: (call) => gradeOf(shellText(call), cleanFor.shell) },
    { calls: '.subprocess_shell', when: (call) => gradeOf(given(call, 1, 'cmd'), cleanFor.shell) },
    { calls: AIRFLOW, when: (call) => gradeOf(given(call, 1, 'bash_command'), cleanFor.shell) },
    {
      calls: REMOTE,
      when: (call) =>
        gradeOf(given(call, /containers/.test(call.name) ? 1 : 0, 'args', 'command', 'cmd'), cleanFor.shell, {
          unknown: 'low',
        }),
    },
    {
      calls: WRAPPED,
      when: (call) =>
        call.positional
          .map(({ value }) => gradeOf(value, cleanFor.shell, { unknown: 'low', kept: 'low' }))
          .find(Boolean),
    },
  ),
  callRule(
    {
      id: 'python/chosen-program',
      ...CHOSEN_PROGRAM,
    },
    {
      calls: PROCESSES,
      when: (call) => {
        if (usesShell(call) || shellText(call)) return false
        const command = commandArgument(call)
        const program = command?.items ? command.items[0] : command
        if (hasOrigin(program, OUTSIDE) && gradeOf(program, cleanFor.shell)) return 'high'
        const known = command?.items && constantOf(program)
        return gradeOf(command, cleanFor.shell, {
          remote: 'medium',
          outside: known && !isObedient(known) ? 'info' : 'medium',
          parameter: 'low',
          other: 'low',
          kept: 'low',
          unknown: 'info',
        })
      },
    },
    {
      calls: '.subprocess_exec',
      when: (call) =>
        call.positional
          .slice(1)
          .map(({ value }) => gradeOf(value, cleanFor.shell, { parameter: 'medium', other: 'medium', unknown: 'info' }))
          .find(Boolean),
    },
    {
      calls: OS_PROCESSES,
      when: (call) => {
        // `os.spawn…` has a mode before the program.
        const from = call.method.startsWith('spawn') && call.name.startsWith('os.') ? 1 : 0
        const [program, ...rest] = call.positional.slice(from).map(({ value }) => value)
        const first = gradeOf(program, cleanFor.shell, {
          parameter: call.method === 'startfile' ? 'medium' : 'high',
          other: 'medium',
          unknown: 'low',
          kept: 'low',
        })
        return first ?? (rest.some((value) => gradeOf(value, cleanFor.shell) === 'high') && 'low')
      },
    },
  ),
  callRule(
    {
      id: 'python/hostile-command',
      family: 'code-execution',
      severity: 'critical',
      title: 'A command that does harm',
      why: 'The command destroys, steals or hands over control, whatever it is started for.',
      remedy: 'Leave the command out; do what is needed with the files of the workspace alone.',
      cwe: [78],
    },
    {
      calls: `${SHELLS} ${MORE_SHELLS} ${PROCESSES} ${OS_PROCESSES} ${REMOTE}`,
      when: (call) => {
        const command = commandArgument(call)
        if (command?.items) return hostileCommand(usesShell(call) ? commandOf(command) : wordsOf(command.items))
        const all = call.positional.length > 1 ? wordsOf(call.positional.map(({ value }) => value)) : ''
        return hostileCommand(commandOf(command)) ?? hostileCommand(all)
      },
    },
  ),
  callRule(
    {
      id: 'python/needless-shell',
      family: 'code-execution',
      severity: 'medium',
      title: 'A shell is used for a command that never changes',
      why: 'The next change that puts a variable into the command makes it open to injection.',
      remedy: 'Give the program and its arguments as a list, without shell=True.',
      cwe: [78],
    },
    {
      calls: PROCESSES,
      when: (call, program) => {
        if (!usesShell(call) || !isConstant(commandArgument(call))) return false
        return { fix: withoutShell(call, program) }
      },
    },
    {
      calls: `${SHELLS} .exec_command pty.spawn`,
      when: (call) => {
        const line = constantOf(commandArgument(call))
        if (line === undefined || line.trim() === '') return false
        if (call.method === 'spawn' && !/(^|\/)\w{0,3}sh$/.test(line)) return false
        // Programs on a terminal clear it so.
        return /^(clear|cls)$/.test(line.trim()) ? 'low' : 'medium'
      },
    },
  ),
  callRule(
    {
      id: 'python/process-start',
      family: 'code-execution',
      severity: 'info',
      title: 'Starts another program',
      why: 'What the other program does is not looked at here.',
      remedy: 'Nothing, if the program is meant to do so.',
      cwe: [],
    },
    {
      calls: `${SHELLS} ${PROCESSES} ${OS_PROCESSES}`,
      when: (call) => !call.isIndirect,
    },
  ),
]
