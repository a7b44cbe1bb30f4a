import { callRule, type PythonRule } from '../call-rule.ts'
import { allGiven, commandOf, given } from '../condition.ts'
import { foreignFiles, isForeignFile } from '../foreign-files.ts'
import { oncePerProgram } from '../once-per-program.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { constantOf, hasOrigin, origin } from '../read/make-value.ts'

/** All functions that start a program, also in place of this one. */
const STARTERS =
  'os.system os.popen subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen subprocess.getoutput subprocess.getstatusoutput pty.spawn os.execv os.execl os.execvp os.execlp os.execve os.spawnl os.spawnv os.startfile runpy.run_path'

const INTERPRETER = /^(\S*\/)?((ba|z|da)?sh|python[\d.]*|perl|ruby|node)$/

export const fetchedProgramRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/fetched-program',
      family: 'code-execution',
      severity: 'high',
      title: 'Fetches a program and starts it',
      why: 'Whoever owns the server decides what runs here.',
      remedy: 'Install programs as packages of known versions.',
      cwe: [494],
    },
    {
      calls: 'urllib.request.urlretrieve wget.download',
      when: (call, program) => {
        const target = constantOf(given(call, 1, 'filename', 'out'))
        const starts = !!target && startedCommands(program).includes(target.replace(/^\.\//, ''))
        return starts || /\.(exe|dll|scr|bat|ps1)$/i.test(target ?? '')
      },
    },
    {
      calls: 'os.chmod',
      when: (call, program) => {
        const isProgram = ((given(call, 1, 'mode')?.number ?? 0) & 0o111) !== 0
        if (!isProgram || startedCommands(program) === '') return false
        return foreignFiles(program).size > 0 || startsGiven(program, constantOf(given(call, 0, 'path')))
      },
    },
    {
      calls: STARTERS,
      when: (call, program) => {
        const file = startedFile(call)
        return hasOrigin(file, origin.network) || isForeignFile(file, program)
      },
    },
  ),
]

/** All started commands, as one text. */
const startedCommands = oncePerProgram((program) =>
  STARTERS.split(' ')
    .flatMap((name) => program.callsOf(name).slice(0, 100))
    .flatMap(allGiven)
    .map(commandOf)
    .join('\n'),
)

/** The program writes a function's argument to this file, and starts the file. */
const startsGiven = (program: PythonProgram, path: string | undefined) =>
  !!path &&
  startedCommands(program).includes(path.replace(/^\.\//, '')) &&
  givenFiles(program).has(path) && { message: 'Starts what it was given as data' }

const givenFiles = oncePerProgram(
  (program) =>
    new Set(
      program
        .callsOf('.write')
        .filter((call) => hasOrigin(given(call, 0), origin.parameter))
        .map(({ receiver }) => constantOf(receiver?.opened?.path)),
    ),
)

/** `['bash', path]`: the file that an interpreter is started with. */
function startedFile(call: Call) {
  const [program, file] = given(call, 0, 'args')?.items ?? call.positional.map(({ value }) => value)
  return INTERPRETER.test(constantOf(program) ?? '') || program?.name === 'sys.executable' ? file : undefined
}
