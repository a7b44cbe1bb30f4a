import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { unknownParts } from './unknown-parts.ts'

/** Whoever writes the beginning of an address chooses the host; behind a fixed beginning only a path is chosen. */
export function isFirstForeign(program: JavaScriptProgram, address: Node): boolean {
  const [first] = unknownParts(program, address)
  return (program.originsOf(first ?? address) & ORIGIN.request) !== 0
}
