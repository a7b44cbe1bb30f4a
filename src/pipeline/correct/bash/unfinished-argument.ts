import { proposalOf } from '../proposal-of.ts'
import type { Edit, Strategy } from '../strategy.ts'
import { commandsIn, type SimpleCommand } from './commands-in.ts'
import { type BashToken, readBash } from './read-bash.ts'

/** Ends the little programs that commands take as arguments, where the command itself says that they have no end. */
export const unfinishedArgument: Strategy = {
  id: 'bash/unfinished-argument',
  languages: ['bash'],
  title: 'Ends a program of awk, a command of sed and `-exec` of find, and keeps `*` of expr from the shell',
  answers: ['ToolError'],
  prior: 0.92,
  propose({ code, diagnosis: { message } }) {
    const kind = KINDS.find(({ pattern }) => pattern.test(message))
    if (!kind) return []
    const commands = commandsIn(readBash(code).tokens).filter(({ words }) =>
      words.some(({ text }) => text === kind.tool),
    )
    return proposalOf(commands.flatMap(kind.edits), kind.why, 0.95)
  },
}

interface Kind {
  tool: string
  pattern: RegExp
  why: string
  edits(command: SimpleCommand): Edit[]
}

const KINDS: Kind[] = [
  {
    tool: 'awk',
    pattern: /^[gm]?awk: .*(?:missing \}|unexpected newline or end of string|syntax error at or near end)/,
    why: 'closed the braces of the awk program',
    edits: ({ words }) => words.flatMap(closeBraces),
  },
  {
    tool: 'sed',
    pattern: /^sed: .*unterminated `[sy]' command/,
    why: 'ended the command of sed with its sign',
    edits: ({ words }) => words.flatMap(endSubstitution),
  },
  {
    tool: 'find',
    pattern: /^find: missing argument to `-(?:exec|execdir|ok)'/,
    why: 'ended the command of `-exec` with `\\;`',
    edits: endExec,
  },
  {
    tool: 'expr',
    pattern: /^expr: syntax error/,
    why: 'kept `*` from the shell, which wrote the names of files for it',
    edits: ({ words }) => words.flatMap(({ text, start }) => (text === '*' ? [{ start, end: start, text: '\\' }] : [])),
  },
]

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text })

/** `'{ print $2'`: as many braces as are open, before `END` or before the closing quote. */
function closeBraces({ text, start }: BashToken): Edit[] {
  if (!/^'[^']*'$/.test(text)) return []
  let depth = 0
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[{}]|\bEND\b/g)) {
    if (sign === 'END' && depth > 0) return [insert(start + index, `${'}'.repeat(depth)} `)]
    if (sign === '{') depth++
    if (sign === '}') depth--
  }
  return depth > 0 ? [insert(start + text.length - 1, '}'.repeat(depth))] : []
}

/** `'s/x/y'`: the sign that parts its halves ends it too. A `g` at its end may be a flag or the last letter. */
function endSubstitution({ text, start }: BashToken): Edit[] {
  const [, sign, last] = /^["']?[sy]([/|,#:@!])(?:(?!\1)[^\\]|\\.)*\1((?:(?!\1)[^\\"'])*)["']?$/.exec(text) ?? []
  if (sign === undefined || last === undefined || /[gi]$/.test(last)) return []
  const end = /["']$/.test(text) ? text.length - 1 : text.length
  return [insert(start + end, sign)]
}

/** `-exec wc -l {}` and `-exec wc -l {} ;`, whose semicolon is the shell's. */
function endExec({ words, ended }: SimpleCommand): Edit[] {
  const last = words.at(-1)
  if (last?.text !== '{}' || !words.some(({ text }) => /^-(?:exec|execdir|ok)$/.test(text))) return []
  return ended?.text === ';' ? [insert(ended.start, '\\')] : [insert(last.end, ' \\;')]
}
