import type { Token } from '../../../../language/calls/tokens.ts'

/** Whether the statement that begins here is done in one case only: behind `else`, `else {`, `case 1:` or `if (…)`. */
export function isInAlternative(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (before?.kind === 'name') return before.text === 'else'
  if (before?.kind !== 'sign') return false
  const isCase = before.text === ':' && (tokens[at - 2]?.text === 'default' || tokens[at - 3]?.text === 'case')
  return isCase || before.text === ')' || (before.text === '{' && tokens[at - 2]?.text === 'else')
}
