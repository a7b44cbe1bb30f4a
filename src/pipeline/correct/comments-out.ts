import { LEXIS, type Lexis } from '../../language/lexis.ts'
import type { Change } from './change.ts'
import { isNoise } from './is-noise.ts'

const KNOWN: Readonly<Record<string, Lexis | undefined>> = LEXIS

/** A line of code that becomes a comment is not done any more. */
export function commentsOut({ before, after, language }: Change): string | undefined {
  const marker = KNOWN[language]?.lineComment
  if (marker === undefined) return undefined
  const comments = (code: string) =>
    code.split('\n').flatMap((line) => (line.trim().startsWith(marker) ? [textOf(line, marker)] : []))
  const known = new Set(comments(before))
  const old = new Set(before.split('\n').map((line) => line.trim()))
  const code = new Set(before.split('\n').flatMap((line) => (isCode(line) ? [line.trim()] : [])))
  const bare = textsAlone(before)
  const quoted = textsAlone(after).find((text) => !bare.includes(text) && old.has(text))
  if (quoted !== undefined) return `it makes a text of \`${quoted.slice(0, 60)}\``
  const lost = comments(after).find((text) => !known.has(text) && code.has(text))
  return lost === undefined ? undefined : `it makes a comment of \`${lost.slice(0, 60)}\``
}

/** Lines that are a text alone, which does nothing: without their quotes, and with the one that they may have had. */
const textsAlone = (code: string): string[] =>
  code.split('\n').flatMap((line) => {
    const [, quote, text] = /^\s*(["'])([^"']*\()\1\s*$/.exec(line) ?? []
    return quote === undefined || text === undefined ? [] : [text, `${text}${quote}`]
  })

const textOf = (line: string, marker: string): string => line.trim().slice(marker.length).trim()

/** A call, an assignment, or a statement that begins or ends as only code does. */
function isCode(line: string): boolean {
  const text = line.trim()
  if (isNoise(text)) return false
  return (
    /[\w\])]\s*\(.*\)\s*[;:{]?$/.test(text) ||
    /^[\p{L}_$][\p{L}\p{N}_$.[\]'"]*\s*(?:[-+*/%|&]|\/\/|<<)?=[^=]/u.test(text) ||
    /^(?:return|import|from|raise|throw|yield|del|assert|const|let|var|export)\b\s*\S*$/.test(text) ||
    /^(?:from\s+\S+\s+import\b|import\s+\S+|(?:const|let|var)\s+\w)/.test(text) ||
    /^(?:def|class|for|while|if|elif|else|try|with|function|switch)\b.*[:{]$/.test(text)
  )
}
