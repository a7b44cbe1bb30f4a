import { argumentsIn } from '../../../../language/python/arguments-of.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import { readComprehension } from './comprehension.ts'
import type { Reader } from './reader.ts'
import type { Argument, Arguments } from './value.ts'

/** Reads the arguments between the parentheses of a call. */
export function readArguments(reader: Reader, list: Node | undefined): Arguments {
  const read: Arguments = { positional: [], keywords: new Map(), isOpen: false }
  if (!list) return read
  if (list.children.some(({ type }) => type === 'for')) {
    read.positional.push({ value: readComprehension(reader, list), node: list, start: list.start })
    return read
  }
  for (const { name, value: node, spread, start } of argumentsIn(reader.tree, list)) {
    const argument = { value: reader.evaluate(node), node, start }
    if (spread) addSpread(read, argument, spread)
    else if (name !== undefined) read.keywords.set(name, argument)
    else read.positional.push(argument)
  }
  return read
}

function addSpread(read: Arguments, argument: Argument, star: string): void {
  read.isOpen = true
  if (star === '*') {
    for (const value of argument.value.items ?? [argument.value]) read.positional.push({ ...argument, value })
  } else {
    for (const [key, value] of argument.value.entries ?? []) read.keywords.set(key, { ...argument, value })
  }
}
