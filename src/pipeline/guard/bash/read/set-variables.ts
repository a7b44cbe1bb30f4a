import type { Invocation, Origin, Value } from './bash-program.ts'
import { type Scope, unknownValue } from './scope.ts'

/** Applies the effect of shell commands on variables and aliases. */
export function setVariables({ name, args, output, previous }: Invocation, scope: Scope): void {
  if (name === 'read' || name === 'mapfile' || name === 'readarray') {
    setFrom(args, { origin: previous ? 'output' : 'input', scope })
  } else if (name === 'getopts') {
    setFrom(args.slice(1, 2), { origin: 'argument', scope })
  } else if (name === 'printf') {
    const [option, target] = args
    if (option?.text === '-v' && target && output) scope.set(target.text, output)
  } else if (/^(?:declare|typeset|local)$/.test(name ?? '') && args.some(({ text }) => /^-\w*n/.test(text))) {
    // A nameref: it changes with the variable that it names.
    const named = args.map((arg) => ({ ...arg, text: arg.text.split('=', 1)[0] ?? '' }))
    setFrom(named, { origin: 'other', scope })
  } else if (name === 'unset') {
    for (const { text } of args) {
      scope.forget(text)
      scope.routines.delete(text)
    }
  } else if (name === 'alias') {
    for (const { text } of args) {
      const at = text.indexOf('=')
      if (at > 0) scope.aliases.set(text.slice(0, at), text.slice(at + 1))
    }
  } else if (name === 'unalias') {
    for (const { text } of args) scope.aliases.delete(text)
  }
}

function setFrom(args: Value[], { origin, scope }: { origin: Origin; scope: Scope }) {
  const names = args.filter(({ text }) => /^[A-Za-z_]\w*$/.test(text))
  for (const { text, start, end } of names) {
    scope.set(text, unknownValue({ start, end }, { name: text, origin, isQuoted: false }))
  }
}
