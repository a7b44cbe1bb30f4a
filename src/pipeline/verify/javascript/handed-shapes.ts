import { isFunction } from '../../../language/javascript/syntax-node.ts'
import { type Knowledge, type Parameter, readParameters } from './read-parameters.ts'
import type { Definition } from './top-level.ts'

/** Most functions through which a value is followed. */
const MOST_HANDED = 10

/** The shapes that the program's functions want for a value passed to them; a function that waits for itself wants anything. */
export function createHandedShapes(definitions: readonly Definition[], known: () => Knowledge): Knowledge['handed'] {
  const reading = new Set<string>()
  const done = new Map<string, Parameter[]>()
  return (callee, index) => {
    const found = definitions.find(({ name }) => name === callee)
    if (!found || !isFunction(found.node) || reading.has(callee) || reading.size > MOST_HANDED) return undefined
    reading.add(callee)
    const parameters = done.get(callee) ?? readParameters(found.node, found.comment, known())
    reading.delete(callee)
    done.set(callee, parameters)
    return parameters[index]?.shape
  }
}
