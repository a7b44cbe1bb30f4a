import { BUILTINS } from '../../../language/python/builtins.ts'
import type { Token } from '../../../language/python/tokens.ts'
import { definitionsOf } from './definitions.ts'
import type { Program } from './program.ts'

/** The index at which a name splits into two known ones, such as `print` and `x` in `printx`. */
export function splitKnown(program: Program, { text }: Token, before: string | undefined): number | undefined {
  const defined = new Set(definitionsOf(program).map(({ name }) => name))
  if (defined.has(text) && before !== 'def') return undefined
  if (BUILTINS.has(text) || (before === '.' && program.names.filter((token) => token.text === text).length > 1))
    return undefined
  const isKnown = (name: string) => defined.has(name) || BUILTINS.has(name)
  const isArgument = (name: string) => isKnown(name) || LITERAL.test(name)
  if (before === 'def') return splitFunction(program, text)
  // A method may have any name, but its argument must be a known one.
  if (before === '.') return splitMethod(text, (name) => defined.has(name) || LITERAL.test(name))
  for (let at = Math.min(text.length - 1, LONGEST); at > 1; at--)
    if (isKnown(text.slice(0, at)) && isArgument(text.slice(at))) return at
  return undefined
}

const LITERAL = /^(?:\d+|self|cls|True|False|None)$/
const LONGEST = 40

function splitMethod(text: string, isArgument: (name: string) => boolean): number | undefined {
  for (let at = 3; at < Math.min(text.length, LONGEST); at++) if (isArgument(text.slice(at))) return at
  return undefined
}

/** `def areawidth):` when the body uses `width`; a name that is called elsewhere is the function's. */
function splitFunction({ names }: Program, text: string): number | undefined {
  const used = new Set(names.map((token) => token.text))
  const places = Array.from({ length: Math.min(text.length, LONGEST) }, (_, at) => at).slice(1)
  const fits = places.filter((at) => used.has(text.slice(at)) || /^(?:self|cls)$/.test(text.slice(at)))
  return fits.find((at) => used.has(text.slice(0, at))) ?? fits[0]
}
