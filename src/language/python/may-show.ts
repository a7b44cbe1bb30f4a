import { STANDARD_MODULES } from './standard-modules.ts'

const IMPORT = /\b(?:from[ \t]+([.\w]+)[ \t]+import|import[ \t]+([\w., \t]+))/g
const BY_NAME = /__import__|\bimportlib\b|\brunpy\b|\b(?:exec|eval|display)\s*\(/

/**
 * Whether a program may show a picture or a table. Nothing of the standard library can: a program that imports nothing else
 * is spared what it takes. A needless yes costs some milliseconds, a wrong no would lose a picture.
 */
export function mayShow(code: string): boolean {
  if (BY_NAME.test(code)) return true
  for (const [, from, list = ''] of code.matchAll(IMPORT)) {
    const names = from === undefined ? list.split(',').map((name) => name.trim()) : [from]
    if (names.some((name) => name !== '' && !STANDARD_MODULES.has(/^\w*/.exec(name)?.[0] ?? ''))) return true
  }
  return false
}
