import type { Invocation, Value } from '../read/bash-program.ts'

/** Programs that run code of other languages from their command line. */
export const INTERPRETERS: ReadonlySet<string> = new Set(
  'python python2 python3 perl ruby php node nodejs deno bun lua Rscript tclsh osascript gdb vim'.split(' '),
)

/** `-c`, `-e`, `-r` and their kind: the code that is given with them, or on the input. */
export function codeOfInterpreter({ args, input }: Invocation): Value[] {
  const at = args.findIndex(({ text }) => /^(?:-[a-zA-Z]{0,6}[ceErp]|--eval|--print|--exec|eval)$/.test(text))
  if (at >= 0) return args.slice(at + 1, at + 2)
  return input && args.every(({ text }) => text.startsWith('-')) ? [input] : []
}
