import { editDistance } from '../../contract/edit-distance.ts'
import { BUILTINS } from '../../language/python/builtins.ts'
import { STANDARD_MODULES } from '../../language/python/standard-modules.ts'
import { MODULE_OF, MODULES } from '../../language/python/usual-imports.ts'

/** Names that notebooks and methods have without making them. */
const GIVEN = ['display', 'self', 'cls', '_']

/** Whether no piece of the program has to make this name: a built-in, an import that a repair can add, a misspelt built-in. */
export function isKnownInPython(name: string): boolean {
  const isImport = MODULES[name] !== undefined || MODULE_OF.has(name) || STANDARD_MODULES.has(name)
  if (isImport || BUILTINS.has(name) || GIVEN.includes(name)) return true
  if (/(?:Error|Exception|Warning|Interrupt|Exit|Iteration)$/.test(name)) return true
  return name.length > 3 && [...BUILTINS].some((known) => known.length > 3 && isMisspelt(name, known))
}

const isMisspelt = (name: string, known: string): boolean =>
  Math.abs(name.length - known.length) <= 1 && editDistance(name, known, { most: 1 }) <= 1
