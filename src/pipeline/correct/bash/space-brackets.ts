import type { Edit, Strategy } from '../strategy.ts'
import { type BashToken, readBash } from './read-bash.ts'
import { spaceAt } from './space-at.ts'

/** `[` is a command: spaces separate its arguments and the closing bracket. */
export const spaceBrackets: Strategy = {
  id: 'bash/space-brackets',
  languages: ['bash'],
  title: 'Puts the spaces around `[`, `[[`, `]`, `]]` and the operators between them',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError', 'FileNotFound'],
  prior: 0.95,
  propose({ code }) {
    const { tokens } = readBash(code)
    const edits = tokens.flatMap((token, index) => edgesOf(code, tokens, token, index))
    return edits.length > 0 ? [{ edits, why: 'put spaces around the brackets of tests', sureness: 0.95 }] : []
  },
}

const TESTED = /^(?:!\s*)?\[\[?(?=["'$\w(!-])/

function edgesOf(code: string, tokens: BashToken[], token: BashToken, index: number): Edit[] {
  // A group of a regular expression begins like a subshell.
  const isRegular = tokens[index - 1]?.text === '(' && tokens[index - 2]?.text === '=~'
  if (token.kind !== 'word' || isRegular) return []
  const opened = token.isCommand ? TESTED.exec(token.text)?.[0].length : undefined
  const glued =
    token.isCommand && opened === undefined ? /^(?:if|elif|while|until|!)(?=\[)/.exec(token.text)?.[0] : undefined
  if (glued)
    return [
      spaceAt(token.start + glued.length),
      ...(/\[\[?(?=[^\s[])/.test(token.text.slice(glued.length))
        ? [spaceAt(token.start + glued.length + (/^\[+/.exec(token.text.slice(glued.length))?.[0].length ?? 1))]
        : []),
    ]
  const edits = opened === undefined ? [] : [spaceAt(token.start + opened)]
  const isInTest = opened !== undefined || opensTest(tokens, index)
  if (!isInTest) return edits
  const closing = /[^\s\]](\]\]?)$/.exec(token.text)?.[1]
  const isOwn = closing !== undefined && !isPattern(token.text)
  if (isOwn && endsTest(code, token)) edits.push(spaceAt(token.end - closing.length))
  return [...edits, ...operatorEdges(token, opened ?? 0)]
}

/** Whether `[` or `[[` stands before it in the same command, without a closing bracket between. */
function opensTest(tokens: BashToken[], index: number): boolean {
  const { depth } = tokens[index] ?? { depth: 0 }
  for (let before = index - 1; before >= 0 && before > index - 40; before -= 1) {
    const token = tokens[before]
    if (!token || token.depth < depth || token.kind === 'newline') return false
    if (token.depth > depth) continue
    if (token.text === ']' || token.text === ']]' || token.text === ';') return false
    if (token.isCommand && /^\[\[?/.test(token.text)) return true
  }
  return false
}

const isPattern = (text: string): boolean => /^[^[]*\[(?:[^[\]]|\[:\w+:\])*\]$/.test(text) && !/^["'$]/.test(text)

function endsTest(code: string, { end }: BashToken): boolean {
  return /^\s*(?:$|[;\n)]|&&|\|\||#)/.test(code.slice(end, end + 200))
}

/** `"$a"="b"` is one word, and one word is always true. */
function operatorEdges({ text, start }: BashToken, from: number): Edit[] {
  const match = /^(["']?\$\{?\w+\}?["']?)(==|!=|=~|=)(?=["'$\w])/.exec(text.slice(from))
  if (!match) return []
  const at = start + from + (match[1]?.length ?? 0)
  return [spaceAt(at), spaceAt(at + (match[2]?.length ?? 0))]
}
