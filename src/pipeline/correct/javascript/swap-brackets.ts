import type { Proposal } from '../strategy.ts'
import { isPlainName, isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { COMMON_MEMBERS } from './members-of.ts'
import type { Source } from './read-source.ts'

export const swapBrackets = onError({
  id: 'javascript/swap-brackets',
  title: 'Calls a method with parentheses and asks for an element with brackets, where they were swapped',
  prior: 0.85,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const wrong = /^([\w$]{1,100}) is not a function/.exec(diagnosis.message)?.[1]
    return source.tokens.flatMap((token, index) => {
      if (!isPlainName(token)) return []
      if (token.text === wrong && token.line === diagnosis.line) return asked(source, index)
      const isNear = Math.abs(token.line - (diagnosis.line ?? 0)) < 3
      return called(source, index).map((each) => (isNear ? each : { ...each, sureness: 0.7 }))
    })
  },
})

/** `xs(0)` where `xs` holds a list or an object. */
function asked(source: Source, index: number): Proposal[] {
  const { tokens } = source
  const name = tokens[index]
  const isValue = tokens.some((token, at) => token.text === name?.text && isPunctuation(tokens[at + 1], '[', '='))
  return isPunctuation(tokens[index + 1], '(') && isValue ? swap(source, index + 1, ['[', ']']) : []
}

/** `xs.push[1]`, and `map.get[key]`: methods that are never indexed. */
function called(source: Source, index: number): Proposal[] {
  const { tokens } = source
  const isMethod = isPunctuation(tokens[index - 1], '.') && COMMON_MEMBERS.includes(tokens[index]?.text ?? '')
  return isMethod && isPunctuation(tokens[index + 1], '[') ? swap(source, index + 1, ['(', ')']) : []
}

function swap({ tokens, partner }: Source, index: number, [open, close]: [string, string]): Proposal[] {
  const [opener, closer] = [tokens[index], tokens[partner.get(index) ?? -1]]
  if (!opener || !closer || closer === tokens[index + 1]) return []
  const edits = [
    { start: opener.start, end: opener.end, text: open },
    { start: closer.start, end: closer.end, text: close },
  ]
  return [
    {
      edits,
      why: `wrote \`${open}${close}\` for \`${opener.text}${closer.text}\` on line ${opener.line}`,
      sureness: 0.85,
    },
  ]
}
