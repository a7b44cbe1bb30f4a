import { distanceOf } from '../likely-names.ts'
import { lineAt } from '../lines.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { readBash } from './read-bash.ts'

/** Repairs the last line of a here-document, which must hold the end word alone. */
export const hereDocument: Strategy = {
  id: 'bash/here-document',
  languages: ['bash'],
  title: 'Puts the end of a here-document where Bash finds it',
  answers: ['*'],
  prior: 0.9,
  propose({ code }) {
    const opening = readBash(code).unclosed.find(({ mark }) => mark === '<<')
    if (!opening) return []
    const written = /^["'\\]?([^\s"'();|&<>]+)/.exec(code.slice(opening.start))?.[1] ?? ''
    return written === '' ? [] : endsFor(code, written, opening.start)
  },
}

function endsFor(code: string, word: string, opened: number): Proposal[] {
  const proposals: Proposal[] = []
  for (let at = lineAt(code, opened).end + 1; at < code.length && proposals.length === 0; ) {
    const { start, end, text } = lineAt(code, at)
    const trimmed = text.trim()
    if (trimmed === word) {
      proposals.push({
        edits: [{ start, end, text: word }],
        why: `put \`${word}\` alone at the beginning of its line`,
        sureness: 0.95,
      })
    } else if (trimmed.startsWith(word) && /^[;)}|&"'`]+$/.test(trimmed.slice(word.length).trim())) {
      const rest = trimmed.slice(word.length).trim().replace(/^;/, '')
      proposals.push({
        edits: [{ start, end, text: rest === '' ? word : `${word}\n${rest}` }],
        why: `put \`${word}\` on a line of its own`,
        sureness: 0.9,
      })
    } else if (isMisspelt(trimmed, word)) {
      proposals.push({
        edits: [{ start, end, text: word }],
        why: `ended the document with \`${word}\`, as it says at its beginning`,
        sureness: 0.9,
      })
    }
    at = end + 1
  }
  return proposals.length > 0 ? proposals : lostEnd(code, word, opened)
}

const isMisspelt = (text: string, word: string): boolean =>
  text.length < 20 &&
  /^\w+$/.test(text) &&
  /[A-Z]/.test(word) &&
  (text.toUpperCase() === word.toUpperCase() || (text === text.toUpperCase() && distanceOf(text, word, 2) <= 1))

/** A document without an end is taken to reach to a blank line, or to a line that looks like a command. */
function lostEnd(code: string, word: string, opened: number): Proposal[] {
  const from = lineAt(code, opened).end + 1
  const next = /^(?:[ \t]*|[ \t]*(?:fi|done|\}|esac|;;|echo\b.*|cat\b.*|rm\b.*|[a-z_]+=.*))$/m.exec(code.slice(from))
  const at = next ? from + next.index : code.length
  const isLast = at === code.length && !code.endsWith('\n')
  return [
    {
      edits: [{ start: at, end: at, text: `${isLast ? '\n' : ''}${word}\n` }],
      why: `ended the document with \`${word}\``,
      sureness: 0.5,
    },
  ]
}
