import type { Redirection } from 'unbash'
import type { Redirect, Value } from './bash-program.ts'
import { expandParts, expandWord, hasExpansion } from './expand-word.ts'
import { expanderOf } from './expander-of.ts'
import type { Frame } from './reader.ts'

/** The sources and targets of a command's redirections; `input` is text that stands in the program itself. */
export function readRedirects(
  redirections: readonly Redirection[],
  frame: Frame,
): { redirects: Redirect[]; input: Value | undefined } {
  const expander = expanderOf(frame)
  const redirects: Redirect[] = []
  let input: Value | undefined
  for (const redirection of redirections) {
    const { type, operator, descriptor } = redirection
    if (type === 'HereDoc') {
      const { body } = redirection
      const [draft] = body.parts
        ? expandParts(body.parts, { ...expander, isQuoted: true })
        : [{ text: body.text, unknowns: [] }]
      input = {
        ...frame.place(body.pos, body.end),
        text: '',
        unknowns: [],
        ...draft,
        isPlain: false,
        isExpanded: hasExpansion(body.parts),
      }
    } else if (redirection.target) {
      const target = joined(expandWord(redirection.target, expander))
      if (!target) continue
      if (type === 'HereString') input = target
      else {
        redirects.push({
          ...frame.place(redirection.pos, redirection.end),
          operator,
          descriptor: descriptor?.type === 'FileDescriptor' ? descriptor.value : undefined,
          target,
          content: undefined,
        })
      }
    }
  }
  for (const redirect of redirects) frame.reader.program.redirects.push(redirect)
  return { redirects, input }
}

function joined([first, ...more]: Value[]): Value | undefined {
  if (!first || more.length === 0) return first
  const text = [first, ...more].map((value) => value.text).join(' ')
  return { ...first, text, unknowns: [first, ...more].flatMap(({ unknowns }) => unknowns) }
}
