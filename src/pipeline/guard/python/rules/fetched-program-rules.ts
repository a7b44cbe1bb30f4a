import { callRule, type PythonRule } from '../call-rule.ts'
import { commandOf, given } from '../condition.ts'
import { oncePerProgram } from '../once-per-program.ts'
import { constantOf, hasOrigin, OUTSIDE, origin } from '../read/make-value.ts'

const STARTERS =
  'os.system os.popen subprocess.run subprocess.call subprocess.check_call subprocess.Popen subprocess.check_output subprocess.getoutput subprocess.getstatusoutput pty.spawn os.startfile os.execv os.execl'

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
        return isNamed(startedCommands(program), target) || /\.(exe|dll|scr|bat|ps1)$/i.test(target ?? '')
      },
    },
    {
      calls: 'os.chmod pathlib.Path().chmod',
      when: (call, program) => {
        const isPath = call.name.startsWith('pathlib')
        const isProgram = ((given(call, isPath ? 0 : 1, 'mode')?.number ?? 0) & 0o111) !== 0
        if (!isProgram) return false
        if (writesFetched(program)) return startedCommands(program) !== ''
        const target = constantOf(isPath ? call.receiver : given(call, 0, 'path'))
        const isGiven = target !== undefined && givenFiles(program).has(target)
        return isGiven && isNamed(startedCommands(program), target) && { message: 'Starts what it was given as data' }
      },
    },
  ),
]

/** Everything that is started, as one text. */
const startedCommands = oncePerProgram((program) =>
  STARTERS.split(' ')
    .flatMap((name) =>
      program
        .callsOf(name)
        .slice(0, 100)
        .map((call) => commandOf(given(call, 0))),
    )
    .join('\n'),
)

const isNamed = (commands: string, file: string | undefined): boolean =>
  !!file && commands.includes(file.replace(/^\.\//, ''))

const writesFetched = oncePerProgram((program) =>
  program.callsOf('.write').some((call) => hasOrigin(given(call, 0), origin.network)),
)

/** Files of constant names whose content somebody else decides about. */
const givenFiles = oncePerProgram(
  (program) =>
    new Set(
      program
        .callsOf('.write')
        .filter((call) => hasOrigin(given(call, 0), OUTSIDE | origin.parameter))
        .map((call) => constantOf(call.receiver?.opened?.path)),
    ),
)
