import { lineAt, offsetOf } from '../lines.ts'
import type { Strategy } from '../strategy.ts'
import { readBash } from './read-bash.ts'

const MISSING = /([^\s:'"‘’`]+)['’]?: No such file or directory/

/** A file can only be made in a directory that is there. */
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
    const target = tokens.find(
      (token, index) => token.start >= from && isWritten(tokens[index - 1]?.text ?? '') && mayBe(token.text, path),
    )
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

const isWritten = (before: string): boolean => /^(?:>>?|>\||&>>?|tee|touch|-a|-o)$/.test(before)

/** The path as it was told ends like the word as it is written, as far as the word says it. */
function mayBe(word: string, path: string): boolean {
  const plain = word.replace(/["']/g, '')
  const name = plain.slice(plain.lastIndexOf('/') + 1)
  if (plain.includes('$(')) return false
  if (!plain.includes('/')) return /^\$\{?\w+\}?$/.test(plain)
  return name.includes('$') || path.endsWith(`/${name}`)
}
