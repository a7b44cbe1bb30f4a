import type { Spot } from '../../rule.ts'
import { isTrue } from '../condition.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { constantOf } from '../read/make-value.ts'
import { withoutKeyword } from './without-keyword.ts'

/** Words that mean the same with and without a shell: no quotes, variables, patterns, pipes or redirections. */
const PLAIN_WORD = /^[\w./:=@%+,-]+$/
/** Commands of the shell itself. */
const BUILTINS = new Set([
  'cd',
  'export',
  'source',
  '.',
  'alias',
  'set',
  'unset',
  'exit',
  'ulimit',
  'umask',
  'eval',
  'exec',
])

/** Rewrites `run('ls -l', shell=True)` as `run(['ls', '-l'])`, if that means the same. */
export function withoutShell(call: Call, program: PythonProgram): Spot['fix'] {
  const [command] = call.positional
  const shell = call.keywords.get('shell')
  const text = constantOf(command?.value)
  if (!command || !shell || !isTrue(shell.value) || text === undefined || command.node.type !== 'String')
    return undefined
  const words = text.trim().split(/\s+/)
  const [first = ''] = words
  if (!words.every((word) => PLAIN_WORD.test(word)) || BUILTINS.has(first) || first.includes('=')) return undefined
  const removal = withoutKeyword(shell, program)
  if (!removal) return undefined
  const list = `[${words.map((word) => `'${word}'`).join(', ')}]`
  const edits = [{ start: command.node.start, end: command.node.end, text: list }, removal]
  return { title: 'Start the program without a shell', edits }
}
