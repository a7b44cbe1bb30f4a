import type { Value } from './bash-program.ts'

/** Programs that patterns such as `/???/r?` may hide. */
const HIDDEN = (
  'rm dd nc cat bash sh zsh dash curl wget chmod chown mkfs sudo su tee base64 python python3 perl ruby ' +
  'eval ncat socat kill shred mv cp ln tar ssh scp id passwd'
).split(' ')

const LONGEST_NAME = 200

/** The name of the program that a word starts, without its folder; undefined when it is known only at run time. */
export function commandName({ text, unknowns }: Value): string | undefined {
  if (text.length > LONGEST_NAME) return undefined
  const name = text.slice(text.lastIndexOf('/') + 1)
  if (unknowns.some((unknown) => name.includes(`\${${unknown.name}}`))) return undefined
  if (!/[?*[]/.test(name) || name === '[' || name === '[[') return name === '' ? undefined : name
  return HIDDEN.find((hidden) => fits(hidden, name))
}

/** Whether a name fits a pattern of `?`, `*` and `[…]`. */
function fits(name: string, pattern: string): boolean {
  if (pattern === '') return name === ''
  if (pattern.length > 12) return false
  const [first = ''] = pattern
  if (first === '*') return fits(name, pattern.slice(1)) || (name !== '' && fits(name.slice(1), pattern))
  if (name === '') return false
  if (first === '[' && pattern.includes(']')) {
    const end = pattern.indexOf(']')
    return pattern.slice(1, end).includes(name[0] ?? '') && fits(name.slice(1), pattern.slice(end + 1))
  }
  return (first === '?' || first === name[0]) && fits(name.slice(1), pattern.slice(1))
}
