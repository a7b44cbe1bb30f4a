import type { Invocation } from './bash-program.ts'
import type { Expander } from './expand-word.ts'
import type { Frame } from './reader.ts'

/** Expands words at this place of the program; commands in them are recorded as commands of the program. */
export const expanderOf = (frame: Frame): Expander => ({
  scope: frame.reader.scope,
  isQuoted: false,
  place: frame.place,
  visit: (node) => frame.reader.readNode(node, { ...frame, previous: undefined, input: undefined, isPiped: false }),
  mayRead: (characters) => frame.reader.mayRead(characters),
  read(script) {
    const { reader } = frame
    const inner = { ...frame, previous: undefined, input: undefined, isPiped: false, isBackground: false, through: [] }
    reader.scope.enter()
    const invocations = reader.readScript(script, inner)
    reader.scope.leave()
    const [statement, ...more] = script?.commands ?? []
    const isOne = more.length === 0 && ['Command', 'Pipeline'].includes(statement?.command.type ?? '')
    const printed = isOne ? invocations.at(-1)?.output : undefined
    const located = locatedProgram(invocations)
    return { output: printed?.unknowns.length === 0 ? printed.text : located, invocations }
  },
})

/** `which python || which python3` prints the place of the one or the other; rules know both by the first name. */
function locatedProgram(invocations: readonly Invocation[]): string | undefined {
  const isLocating = invocations.every(({ name, args }) => name === 'which' && args.length === 1)
  const [first] = invocations[0]?.args ?? []
  return isLocating && first?.unknowns.length === 0 ? first.text : undefined
}
