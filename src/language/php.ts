import type { ProgramError } from '../contract/diagnosis.ts'
import { withExpression } from './error/with-expression.ts'
import type { Language } from './language.ts'

export const php: Language = {
  id: 'php',
  aliases: ['php8'],
  extensions: ['php'],
  fileName: 'main.php',
  // Each error is printed once, as text, on stderr, whatever the host's php.ini says.
  command: ['/usr/bin/php', ...settings('display_errors=stderr', 'log_errors=0', 'html_errors=0'), 'main.php'],
  reservedMb: 0,
  requires: '/usr/bin/php',
  package: 'php-cli',
  isExpected: false,
  errorOf: ({ stderr, code }) => withExpression(readFatal(stderr), code),
}

function settings(...values: string[]): string[] {
  return values.flatMap((value) => ['-d', value])
}

const FATAL =
  /^(Parse|Fatal) error: (?:Uncaught ([\w\\]+): )?([\s\S]*?) in \/workspace\/main\.php(?::(\d+)| on line (\d+))$/m

function readFatal(stderr: string): ProgramError | undefined {
  const [, kind, thrown, message, at, onLine] = FATAL.exec(stderr) ?? []
  if (message === undefined) return undefined
  return { type: thrown ?? (kind === 'Parse' ? 'ParseError' : 'FatalError'), message, line: Number(at ?? onLine) }
}
