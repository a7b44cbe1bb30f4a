import type { Edit, Strategy } from '../strategy.ts'
import { readBash } from './read-bash.ts'

export const oddHeads: Strategy = {
  id: 'bash/odd-heads',
  languages: ['bash'],
  title: 'Writes `foreach` as `for`, `else then` as `else`, and ends a calculation before `do` or `then`',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError'],
  prior: 0.94,
  propose({ code }) {
    const { tokens } = readBash(code)
    const words = tokens.flatMap((token, index): Edit[] => {
      const next = tokens[index + 1]
      if (token.isCommand && token.text === 'foreach' && tokens[index + 2]?.text === 'in')
        return [{ start: token.start, end: token.end, text: 'for' }]
      const isPair = token.isCommand && token.text === 'else' && next?.text === 'then'
      return isPair ? [{ start: token.end, end: next.end, text: '' }] : []
    })
    const edits = [...words, ...unended(code)]
    return edits.length > 0 ? [{ edits, why: 'wrote the head of the block as Bash does', sureness: 0.95 }] : []
  },
}

/** `while (( n > 0 ) do`. */
const unended = (code: string): Edit[] =>
  [...code.matchAll(/^[ \t]*(?:while|until|if|elif)[ \t]+\(\([^()\n]*\)(?!\))(?=[ \t]*;?[ \t]*(?:do|then)\b)/gm)].map(
    ({ index, 0: head }) => {
      const end = index + head.length
      return { start: end, end, text: /^[ \t]*;/.test(code.slice(end)) ? ')' : ');' }
    },
  )
