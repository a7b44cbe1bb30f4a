import type { Value } from './bash-program.ts'
import { commandName } from './command-name.ts'
import { WRAPPERS } from './wrapper.ts'

const MOST_LAYERS = 12

interface Unwrapped {
  words: Value[]
  through: string[]
  /** `NAME=value` that `env` and its kin set for the command. */
  variables: Value[]
}

/** The command that really runs: `sudo env X=1 nohup rm` is `rm`, through the others. */
export function unwrapCommand(words: Value[]): Unwrapped {
  const through: string[] = []
  const variables: Value[] = []
  let rest = words
  for (let layer = 0; layer < MOST_LAYERS; layer++) {
    const name = rest[0] && commandName(rest[0])
    const at = name === undefined ? -1 : placeOfCommand(name, rest)
    if (name === undefined || at < 0 || at >= rest.length) break
    through.push(name)
    if (WRAPPERS.get(name)?.takesVariables)
      variables.push(...rest.slice(1, at).filter(isVariable).slice(0, MOST_VARIABLES))
    rest = rest.slice(at)
  }
  return { words: rest, through, variables }
}

const MOST_VARIABLES = 1000

const isVariable = ({ text }: Value): boolean => /^\w+=/.test(text)

/** Index of the first word of the inner command; below 0 without one. */
function placeOfCommand(name: string, words: Value[]): number {
  const wrapper = WRAPPERS.get(name)
  if (!wrapper) return -1
  let operands = wrapper.operands
  for (let at = 1; at < words.length; at++) {
    const word = words[at]
    const text = word?.text ?? ''
    if (name === 'command' && /^-[vV]/.test(text)) return -1
    // `env -S` splits its argument, which may be the command.
    if (name === 'env' && /^(?:-[a-z]*S|--split-string)/.test(text)) return -1
    if (text === '--') return at + 1 + operands
    if (text.startsWith('-') && text.length > 1) {
      if (wrapper.valued.includes(text)) at++
    } else if (word && wrapper.takesVariables && isVariable(word)) {
      // A variable for the command, not the command itself.
    } else if (operands > 0) {
      operands--
    } else {
      return at
    }
  }
  return -1
}
