import type { Token } from '../../../language/python/tokens.ts'
import type { Program } from './program.ts'

/** Every place where the name stands for itself, and is not an attribute of something. */
export function usesOf({ names, tokens }: Program, name: string): Token[] {
  const attributes = new Set(tokens.filter((_, index) => tokens[index - 1]?.text === '.').map(({ start }) => start))
  return names.filter((token) => token.text === name && !attributes.has(token.start))
}
