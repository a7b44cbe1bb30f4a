import type { Invocation, Value } from '../read/bash-program.ts'

/** Whether a command has one of these options; letters may be joined: `-rf` has `-r` and `-f`. */
export function hasOption({ args }: Invocation, ...options: string[]): boolean {
  for (const { text } of args) {
    if (text === '--') return false
    if (!text.startsWith('-')) continue
    for (const option of options) {
      if (text === option || (option.startsWith('--') && text.startsWith(`${option}=`))) return true
      const isLetter = option.length === 2 && option !== '--'
      if (isLetter && /^-[A-Za-z0-9]+$/.test(text) && text.includes(option.slice(1))) return true
    }
  }
  return false
}

/** The words that are no options. */
export function operandsOf({ args }: Invocation): Value[] {
  const end = args.findIndex(({ text }) => text === '--')
  if (end < 0) return args.filter(({ text }) => !text.startsWith('-') || text === '-')
  return [...args.slice(0, end).filter(({ text }) => !text.startsWith('-')), ...args.slice(end + 1)]
}

/** The values of an option: `-o x`, `-ox`, `-qo x`, `--out x`, `--out=x`. */
export function valuesOf({ args }: Invocation, ...options: string[]): Value[] {
  return args.flatMap((arg, at): Value[] => {
    for (const option of options) {
      const next = args[at + 1]
      if (arg.text === option) return next ? [next] : []
      const joiner = option.startsWith('--') || option.length > 2 ? `${option}=` : option
      if (arg.text.startsWith(joiner) && arg.text.length > joiner.length) {
        return [{ ...arg, text: arg.text.slice(joiner.length) }]
      }
      const isLast = option.length === 2 && /^-[A-Za-z]{2,8}$/.test(arg.text) && arg.text.endsWith(option.slice(1))
      if (isLast) return next ? [next] : []
    }
    return []
  })
}

/** All words together, for tests on words that belong together. */
export const wordsOf = ({ args }: Invocation): string => args.map(({ text }) => text).join(' ')
