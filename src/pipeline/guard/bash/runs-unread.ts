import type { BashProgram, Invocation } from './read/bash-program.ts'

/**
 * Whether a command may run programs that stand nowhere in its text: a file outside of the folders of the system may be a copy of any
 * program, a shell without a script reads one from elsewhere, and an alias is text that a later command of the same session runs.
 */
export const runsUnread = ({ invocations }: BashProgram, nameOf: (invocation: Invocation) => string): boolean =>
  invocations.some(
    (invocation) =>
      !invocation.isOwn &&
      (nameOf(invocation).includes('/') || readsScript(invocation) || RENAMES.has(invocation.name ?? '')),
  )

const SHELLS = new Set('sh bash dash ash zsh ksh csh tcsh fish rbash'.split(' '))
const RENAMES = new Set(['alias', 'shopt', 'bind'])

/** A shell says what it runs in `-c`, or is given it as text; anything else it reads from a file or a stream. */
function readsScript({ name = '', args, input }: Invocation): boolean {
  if (!SHELLS.has(name) || input !== undefined) return false
  const isSaid = args.some(({ text }) => /^-[a-z]*c[a-z]*$/.test(text))
  const isAsked = args.some(({ text }) => text === '--version' || text === '--help')
  return !(isSaid || isAsked)
}
