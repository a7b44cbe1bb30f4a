import type { ProgramError } from '../contract/diagnosis.ts'
import type { Language } from './language.ts'

export const bash: Language = {
  id: 'bash',
  aliases: ['sh', 'shell', 'zsh'],
  extensions: ['sh', 'bash'],
  fileName: 'main.sh',
  command: ['/usr/bin/bash', 'main.sh'],
  reservedMb: 0,
  requires: '/usr/bin/bash',
  package: 'bash',
  isExpected: true,
  waiting: { by: 'bash', takesArguments: false },
  errorOf: ({ stderr }) => readComplaint(stderr.split('\n')),
}

const COMPLAINT = /^main\.sh: line (\d+): (.*)$/

const KINDS: [type: string, pattern: RegExp][] = [
  ['SyntaxError', /syntax error|unexpected (?:end of file|EOF)/],
  ['CommandNotFound', /command not found$/],
  ['PermissionDenied', /Permission denied$/],
  ['FileNotFound', /No such file or directory$/],
  ['UnboundVariable', /unbound variable$/],
]

/** Bash goes on after most complaints: the last one is nearest to what made the program fail. */
function readComplaint(lines: string[]): ProgramError | undefined {
  const last = lines.findLast((line) => COMPLAINT.test(line) && !/: `.*'$/.test(line))
  const [, line, message] = COMPLAINT.exec(last ?? '') ?? []
  if (message === undefined) return undefined
  const type = KINDS.find(([, pattern]) => pattern.test(message))?.[0] ?? 'ShellError'
  return { type, message, line: Number(line) }
}
