import type { Invocation, Value } from '../read/bash-program.ts'

const PYTHON = /^-[a-zA-Z]{0,4}c$/
const BY_E = /^-[a-zA-Z]{0,6}[eE]$/
const NODE = /^(?:-e|-p|-pe|--eval|--print|eval)$/

/** Interpreters of other languages, with the option that precedes code. */
const OPTIONS = new Map<string, RegExp>([
  ['python', PYTHON],
  ['python2', PYTHON],
  ['python3', PYTHON],
  ['pypy3', PYTHON],
  ['perl', BY_E],
  ['ruby', BY_E],
  ['lua', BY_E],
  ['luajit', BY_E],
  ['Rscript', BY_E],
  ['osascript', BY_E],
  ['php', /^-r$/],
  ['node', NODE],
  ['nodejs', NODE],
  ['deno', NODE],
  ['bun', NODE],
])

export const INTERPRETERS: ReadonlySet<string> = new Set(OPTIONS.keys())

/** Code behind the letter of its option, without a blank: `-e'puts 1'`. */
const ATTACHED = /^-[a-zA-Z][a-zA-Z_$]+[^\w-]/

/** The code on the command line, or in the input. */
export function codeOfInterpreter({ name, args, input }: Invocation): Value[] {
  // `python3.11` is Python like any other.
  const option = OPTIONS.get(name ?? '') ?? OPTIONS.get(name?.replace(/[\d.]+$/, '') ?? '')
  const at = option ? args.findIndex(({ text }) => option.test(text)) : -1
  if (at >= 0) return args.slice(at + 1, at + 2)
  const attached = option ? args.find(({ text }) => ATTACHED.test(text) && option.test(text.slice(0, 2))) : undefined
  if (attached) return [{ ...attached, text: attached.text.slice(2) }]
  return option && input && args.every(({ text }) => text.startsWith('-')) ? [input] : []
}
