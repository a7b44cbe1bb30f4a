import type { Pattern } from '../pattern.ts'
import { bashPatterns } from './bash.ts'
import { endings } from './endings.ts'
import { javascriptOwn, javascriptRun } from './javascript-run.ts'
import { javascriptSyntax } from './javascript-syntax.ts'
import { otherPatterns } from './others.ts'
import { pythonNames } from './python-names.ts'
import { pythonSyntax } from './python-syntax.ts'
import { pythonValues } from './python-values.ts'
import { pythonOwn, pythonWorld } from './python-world.ts'
import { sqlPatterns } from './sql.ts'

/** All built-in patterns, in the order in which they are tried: the first match counts. */
export const allPatterns: readonly Pattern[] = [
  ...endings,
  ...pythonOwn,
  ...pythonSyntax,
  ...pythonNames,
  ...pythonValues,
  ...pythonWorld,
  ...javascriptOwn,
  ...javascriptSyntax,
  ...javascriptRun,
  ...bashPatterns,
  ...sqlPatterns,
  ...otherPatterns,
]
