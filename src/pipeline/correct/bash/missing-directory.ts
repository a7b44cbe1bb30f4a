import { lineAt, offsetOf } from '../lines.ts'
import type { Strategy } from '../strategy.ts'
import { commandsIn } from './commands-in.ts'
import { type BashToken, readBash } from './read-bash.ts'

const MISSING = /([^\s:'"‘’`]+)['’]?: No such file or directory/

/** Makes the directory of a file before the file, since a file needs an existing directory. */
export const missingDirectory: Strategy = {
  id: 'bash/missing-directory',
  languages: ['bash'],
  title: 'Makes the directory before a file is written into it',
  answers: ['FileNotFound', 'ShellError', 'ToolError'],
  prior: 0.8,
  propose({ code, diagnosis }) {
    const path = MISSING.exec(diagnosis.message)?.[1]
    if (path === undefined || !path.includes('/') || path.startsWith('/')) return []
    const from = offsetOf(code, { line: diagnosis.line })
    const { tokens } = readBash(code)
    const target = commandsIn(tokens)
      .flatMap(({ words }) => words.filter((word, index) => isWritten(words, index) && mayBe(word.text, path)))
      .filter(({ start }) => start >= from)
      .sort((one, other) => one.start - other.start)[0]
    if (!target) return []
    const { start, indent } = lineAt(code, target.start)
    const made = `${indent}mkdir -p ${folderOf(target.text)}\n`
    return [
      {
        edits: [{ start, end: start, text: made }],
        why: `made the directory of ${path} before writing into it`,
        sureness: 0.9,
      },
    ]
  },
}

function folderOf(word: string): string {
  if (!word.includes('/')) return `"$(dirname ${word.startsWith('"') ? word : `"${word}"`})"`
  const folder = word.slice(0, word.lastIndexOf('/'))
  return /^["']/.test(folder) ? folder + folder[0] : folder
}

/** The files that a command writes: targets of redirections, all arguments of `touch` and `tee`, the last of `cp` and `mv`. */
function isWritten(words: BashToken[], index: number): boolean {
  if (/^(?:>>?|>\||&>>?)$/.test(words[index - 1]?.text ?? '')) return true
  const command = words[0]?.text
  if (command === 'touch' || command === 'tee') return index > 0
  return (command === 'cp' || command === 'mv') && index > 1 && index === words.length - 1
}

/** Whether the path in the message ends like the word in the script, as far as the word is literal. */
function mayBe(word: string, path: string): boolean {
  const plain = word.replace(/["']/g, '')
  const name = plain.slice(plain.lastIndexOf('/') + 1)
  if (plain.includes('$(')) return false
  if (!plain.includes('/')) return /^\$\{?\w+\}?$/.test(plain)
  if (name === '') return path.endsWith('/')
  return name.includes('$') || path.endsWith(`/${name}`)
}
