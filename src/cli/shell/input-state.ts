import { LEXIS } from '../../language/lexis.ts'
import { createScan } from '../../language/scan-code.ts'
import type { ShellLanguage } from './shell-languages.ts'

/**
 * open: more input is needed. block: the input may be complete, or go on; an empty line ends it. complete: nothing is
 * missing.
 */
export type InputState = 'open' | 'block' | 'complete'

export interface Input {
  take(line: string): InputState
  /** Whether a line behind an empty one still belongs to the input. */
  goesOn(line: string): boolean
}

/** Reads typed lines and tells whether they can be run. */
export function createInput({ language }: ShellLanguage): Input {
  const scan = createScan(LEXIS[language])
  const judge = JUDGES[language] ?? judgePlain
  const state = judge()
  return {
    take(line) {
      const wasInText = scan.isInText()
      scan.take(line)
      const bare = scan.bare()
      const judged = state({ line, bare, wasInText })
      return scan.isInText() || scan.depth() > 0 || bare.endsWith('\\') ? 'open' : judged
    },
    goesOn: (line) =>
      line.trim() === '' || (language === 'python' && (/^[ \t]/.test(line) || PYTHON_CLAUSE.test(line))),
  }
}

interface Taken {
  line: string
  bare: string
  /** Whether the line begins within a string that an earlier line opened. */
  wasInText: boolean
}
type Judge = () => (taken: Taken) => InputState

const PYTHON_BLOCK = /^(?:async|class|def|for|if|try|while|with)\b|^@/
const PYTHON_CLAUSE = /^(?:elif|else|except|finally|case)\b/

const judgePlain: Judge = () => () => 'complete'

/** As in Python's own prompt, a compound statement ends with an empty line. */
const judgePython: Judge = () => {
  let isBlock = false
  return ({ bare, wasInText }) => {
    if (!wasInText) isBlock ||= PYTHON_BLOCK.test(bare) || bare.endsWith(':')
    return isBlock ? 'block' : 'complete'
  }
}

/** Statements end with a semicolon; the last one may do without. */
const judgeSql: Judge =
  () =>
  ({ bare }) =>
    bare.endsWith(';') ? 'complete' : 'block'

/** Words that open and close a compound, where a command may begin. */
const BASH_WORD = /(?:^|[;&|(]|\b(?:then|do|else)\b)\s*(if|case|for|while|until|select|fi|esac|done)(?=[\s;&|)]|$)/g
const BASH_CLOSING = ['fi', 'esac', 'done']
const HERE_DOCUMENT = /<<-?\s*(["']?)(\w+)\1/

const judgeBash: Judge = () => {
  let depth = 0
  let documentEnd: string | undefined
  return ({ line, bare, wasInText }) => {
    if (documentEnd !== undefined) {
      if (line.trim() === documentEnd) documentEnd = undefined
    } else if (!wasInText) {
      for (const [, word = ''] of bare.matchAll(BASH_WORD)) depth += BASH_CLOSING.includes(word) ? -1 : 1
      documentEnd = bare.includes('<<') && !bare.includes('<<<') ? HERE_DOCUMENT.exec(line)?.[2] : undefined
    }
    return depth > 0 || documentEnd !== undefined || /(?:\||&&)$/.test(bare) ? 'open' : 'complete'
  }
}

const JUDGES: Record<string, Judge> = { python: judgePython, sql: judgeSql, bash: judgeBash }
