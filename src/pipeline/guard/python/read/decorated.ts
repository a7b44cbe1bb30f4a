import { type Node, textOf } from '../../../../language/tree/tree.ts'
import { readArguments } from './arguments.ts'
import { callWith } from './call.ts'
import { UNKNOWN } from './make-value.ts'
import type { Reader } from './reader.ts'
import type { Value } from './value.ts'

/** A function or class with decorators: defines it with them, and records the calls that they make. */
export function readDecorated(reader: Reader, node: Node): void {
  const decorators = node.children
    .filter(({ type }) => type === 'Decorator')
    .map((child) => readDecorator(reader, child))
  const definition = node.children.find(({ type }) => type.endsWith('Definition'))
  if (definition) reader.define(definition, decorators)
  callDecorators(reader, node)
}

/** `@first @second def …` calls `second` with the definition, and `first` with the result. */
function callDecorators(reader: Reader, node: Node): void {
  let value = UNKNOWN
  for (const decorator of node.children.filter(({ type }) => type === 'Decorator').reverse()) {
    const [, name, more] = decorator.children
    if (name?.type !== 'VariableName' || more) return
    value = callWith(reader, { node: decorator, callee: reader.evaluate(name), argument: value })
  }
}

/** `@app.route('/x')` as a value: its name, and the text of its first argument. */
function readDecorator(reader: Reader, node: Node): Value {
  const names = node.children.filter(({ type }) => type === 'VariableName' || type === 'PropertyName')
  const list = node.children.find(({ type }) => type === 'ArgList')
  const [first, ...rest] = names.map((part) => textOf(reader.tree, part))
  const { positional } = readArguments(reader, list)
  const base = first ? (reader.scope.find(first)?.name ?? first) : '?'
  return { ...UNKNOWN, name: [base, ...rest].join('.'), text: positional[0]?.value.text }
}
