import { access } from 'node:fs/promises'
import { findLanguage, type Language } from '../language/language.ts'
import { languages } from '../language/languages.ts'

export interface BenchProgram {
  title: string
  language: Language
  code: string
  /** The command without any of our options. */
  bare: readonly string[]
  /** The kind of pooled sandbox for this program. */
  warm: string
  /** The whole output. */
  printed: string
}

/** Output of every program, but for those that say otherwise. */
const PRINTED = '1\n'

/** The same query without any of our code. */
const SAME_IN_NODE =
  "const { DatabaseSync } = require('node:sqlite'); console.log(' 1\\n---\\n ' + new DatabaseSync(':memory:').prepare('select 1 as n').get().n + '\\n(1 row)')"

const ALL = [
  { title: 'Python', id: 'python', code: 'print(1)\n' },
  {
    title: 'Python with pandas',
    id: 'python',
    code: 'import pandas\nprint(1)\n',
    warm: 'python-data',
    needs: 'pandas',
  },
  { title: 'JavaScript', id: 'javascript', code: 'console.log(1)\n', bare: ['node', 'main.js'] },
  { title: 'Bash', id: 'bash', code: 'echo 1\n' },
  {
    title: 'SQL',
    id: 'sql',
    code: 'select 1;\n',
    bare: ['node', '-e', SAME_IN_NODE],
    printed: ' 1\n---\n 1\n(1 row)\n',
  },
] as const

/** Programs of one line in the languages with pooled sandboxes; one that needs a missing library is left out. */
export async function findPrograms(): Promise<BenchProgram[]> {
  const found: BenchProgram[] = []
  for (const { id, ...program } of ALL) {
    const language = findLanguage(languages, id)
    const isThere = !('needs' in program) || (await isInstalled(program.needs))
    if (language && isThere)
      found.push({
        bare: language.command,
        printed: PRINTED,
        ...program,
        language,
        warm: language.warm?.(program.code) ?? id,
      })
  }
  return found
}

const isInstalled = (library: string): Promise<boolean> =>
  access(`/usr/lib/python3/dist-packages/${library}`).then(
    () => true,
    () => false,
  )
