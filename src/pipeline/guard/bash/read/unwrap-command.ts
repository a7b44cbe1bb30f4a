import type { Value } from './bash-program.ts'
import { commandName } from './command-name.ts'
import { WRAPPERS } from './wrapper.ts'

const MOST_LAYERS = 12

/** The command that is really run: `sudo env X=1 nohup rm` is `rm`, through the others. */
export function unwrapCommand(words: Value[]): { words: Value[]; through: string[] } {
  const through: string[] = []
  let rest = words
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const name = rest[0] && commandName(rest[0])
    const inner = name === undefined ? undefined : innerCommand(name, rest)
    if (name === undefined || inner === undefined || inner.length === 0) break
    through.push(name)
    rest = inner
  }
  return { words: rest, through }
}

function innerCommand(name: string, words: Value[]): Value[] | undefined {
  const wrapper = WRAPPERS.get(name)
  if (!wrapper) return undefined
  let operands = wrapper.operands
  for (let at = 1; at < words.length; at++) {
    const text = words[at]?.text ?? ''
    if (name === 'command' && /^-[vV]/.test(text)) return undefined
    if (text === '--') return words.slice(at + 1 + operands)
    if (text.startsWith('-') && text.length > 1) {
      if (wrapper.valued.includes(text)) at++
    } else if (wrapper.takesVariables && /^\w+=/.test(text)) {
      // A variable for the command, not the command.
    } else if (operands > 0) {
      operands--
    } else {
      return words.slice(at)
    }
  }
  return undefined
}
