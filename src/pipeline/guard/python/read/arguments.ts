import { type Node, textOf } from '../../../../language/tree/tree.ts'
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
  let star = ''
  let name: Node | undefined
  for (const [index, child] of list.children.entries()) {
    if (child.type === '*' || child.type === '**') star = child.type
    else if (list.children[index + 1]?.type === 'AssignOp') name = child
    else if (!MARKS.has(child.type)) {
      const value = reader.evaluate(child)
      const argument = { value, node: child, start: (name ?? child).start }
      if (star) spread(read, argument, star)
      else if (name) read.keywords.set(textOf(reader.tree, name), argument)
      else read.positional.push(argument)
      ;[star, name] = ['', undefined]
    }
  }
  return read
}

const MARKS = new Set(['(', ')', ',', 'AssignOp'])

function spread(read: Arguments, argument: Argument, star: string): void {
  read.isOpen = true
  if (star === '*') {
    for (const value of argument.value.items ?? [argument.value]) read.positional.push({ ...argument, value })
  } else {
    for (const [key, value] of argument.value.entries ?? []) read.keywords.set(key, { ...argument, value })
  }
}
