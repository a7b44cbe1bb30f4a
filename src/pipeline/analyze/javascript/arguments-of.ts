import { childOf, type Node } from '../../../language/tree/tree.ts'

const PUNCTUATION = ['(', ')', ',', 'LineComment', 'BlockComment', '⚠']

/** The arguments of a call; a spread is two elements, its mark and its value. */
export const argumentsOf = (call: Node): Node[] =>
  childOf(call, 'ArgList')?.children.filter(({ type }) => !PUNCTUATION.includes(type)) ?? []
