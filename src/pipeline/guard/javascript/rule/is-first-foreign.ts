import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { unknownParts } from './unknown-parts.ts'

/** The author of an address's beginning chooses the host; behind a fixed beginning only the path is open. */
export function isFirstForeign(program: JavaScriptProgram, address: Node): boolean {
  const [first] = unknownParts(program, address)
  return (program.originsOf(first ?? address) & ORIGIN.request) !== 0
}
