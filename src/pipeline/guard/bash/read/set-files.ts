import type { Invocation, Value } from './bash-program.ts'
import type { Scope } from './scope.ts'
import { SHELLS } from './wrapper.ts'

/** Records files that the program writes with literal text. */
export function setFiles({ name, args, input, redirects }: Invocation, { files }: Scope): void {
  for (const { operator, target, content } of redirects) {
    if (!operator.startsWith('>') || !content || target.unknowns.length > 0) continue
    const old = operator === '>>' ? files.get(plain(target.text)) : undefined
    files.set(plain(target.text), old ? { ...content, text: old.text + content.text } : content)
  }
  if (name === 'tee' && input) {
    for (const { text } of args) files.set(plain(text), input)
  }
}

/** The text of a file that a command runs, if the program wrote it. */
export function writtenCode({ name, word, args }: Invocation, { files }: Scope): Value | undefined {
  if (files.size === 0) return undefined
  const isRunner = SHELLS.has(name ?? '') || name === 'source' || name === '.'
  const file = isRunner ? args.find(({ text }) => !text.startsWith('-')) : word
  return file && files.get(plain(file.text))
}

const plain = (path: string): string => path.replace(/^\.\//, '')
