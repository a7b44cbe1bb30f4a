import { unknownInJavascript } from './javascript/unknown-in-javascript.ts'
import { unknownInPython } from './python/unknown-in-python.ts'

/** The program is read between two attempts. */
const MOST_LENGTH = 40_000

const READERS: Readonly<Record<string, (code: string) => string[]>> = {
  python: unknownInPython,
  javascript: unknownInJavascript,
}

/**
 * Names that a program uses and nothing defines: it fails as soon as it gets there. Cautious: where names may come from elsewhere, and in
 * other languages, none is told.
 */
export const unknownNames = (code: string, language: string): string[] =>
  (code.length > MOST_LENGTH ? undefined : READERS[language])?.(code) ?? []
