import type { Names } from './names.ts'

const HIDDEN = /'[^']*'|(?:^|(?<=\s))#[^\n]*/gm
const VARIABLE =
  /^[ \t]*(?:export\s+|local\s+|readonly\s+|declare\s+(?:-\w+\s+)?)?([A-Za-z_]\w*)\+?=|\bread\s+(?:-\w+\s+)*(\w+)|^[ \t]*for\s+(\w+)\s+in\b/gm
const FUNCTION = /^[ \t]*(?:function\s+)?([A-Za-z_][\w-]*)\s*\(\)|^[ \t]*function\s+([\w-]+)/gm

/** Variables and functions. A command is a need like any other: only functions of other pieces can meet it. */
export function bashNames(code: string): Names {
  const text = code.replace(HIDDEN, ' ')
  const made = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((found) => found.slice(1).find((name) => name !== undefined) ?? '')
  const functions = made(FUNCTION)
  const gives = new Set([...made(VARIABLE).map((name) => `$${name}`), ...functions])
  const used = [...text.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)].map(([, name = '']) => `$${name}`)
  const commands = [...text.matchAll(/(?:^|[;|&({]|\b(?:then|do|else)\b)[ \t]*([A-Za-z_][\w-]*)(?=\s|$|;)/gm)].map(
    ([, name = '']) => name,
  )
  return { gives, needs: new Set([...used, ...commands].filter((name) => !gives.has(name))), changes: new Set() }
}
