import type { Names } from './names.ts'

const HIDDEN = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g
const NAME = '(?:\\w+\\.)?["`[]?(\\w+)'
const MADE = new RegExp(
  `\\bcreate\\s+(?:or\\s+replace\\s+)?(?:temp(?:orary)?\\s+)?(?:virtual\\s+)?(?:table|view)\\s+(?:if\\s+not\\s+exists\\s+)?${NAME}`,
  'gi',
)
const LOCAL =
  /(?:\bwith\s+(?:recursive\s+)?|\)\s*,\s*)(\w+)\s*(?:\([^)]{0,200}\)\s*)?as\s*(?:(?:not\s+)?materialized\s*)?\(/gi
const USED = new RegExp(`\\b(?:from|join|references)\\s+${NAME}`, 'gi')
const CHANGED = new RegExp(
  `\\b(?:insert\\s+(?:or\\s+\\w+\\s+)?into|update|delete\\s+from|alter\\s+table|drop\\s+(?:table|view)(?:\\s+if\\s+exists)?|create\\s+(?:unique\\s+)?index\\s+\\w+\\s+on)\\s+${NAME}`,
  'gi',
)

/** Reads the names of tables and views. */
export function sqlNames(code: string): Names {
  const text = code.replace(HIDDEN, ' ')
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name.toLowerCase())
  const gives = new Set(all(MADE))
  const own = new Set([...gives, ...all(LOCAL)])
  const changes = new Set(all(CHANGED).filter((name) => !own.has(name)))
  return { gives, needs: new Set([...all(USED), ...changes].filter((name) => !own.has(name))), changes }
}
