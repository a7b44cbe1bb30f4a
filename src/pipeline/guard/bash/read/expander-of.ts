import type { Expander } from './expand-word.ts'
import type { Frame } from './reader.ts'

/** Expands words at this place of the program; commands in them are recorded as commands of the program. */
export const expanderOf = (frame: Frame): Expander => ({
  scope: frame.reader.scope,
  isQuoted: false,
  place: frame.place,
  visit: (node) => frame.reader.readNode(node, { ...frame, previous: undefined, input: undefined, isPiped: false }),
  read(script) {
    const { reader } = frame
    const inner = { ...frame, previous: undefined, input: undefined, isPiped: false, isBackground: false, through: [] }
    reader.scope.enter()
    const invocations = reader.readScript(script, inner)
    reader.scope.leave()
    const [statement, ...more] = script?.commands ?? []
    const isOne = more.length === 0 && ['Command', 'Pipeline'].includes(statement?.command.type ?? '')
    const printed = isOne ? invocations.at(-1)?.output : undefined
    return { output: printed?.unknowns.length === 0 ? printed.text : undefined, invocations }
  },
})
