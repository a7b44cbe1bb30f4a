import { nearNames } from '../near-names.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { findBlockFault } from './blocks.ts'
import { KNOWN_COMMANDS, RESERVED, SAME_HERE } from './known-commands.ts'
import { namesInScript } from './names-in-script.ts'
import { type BashToken, readBash } from './read-bash.ts'

const KNOWN = new Set([...KNOWN_COMMANDS, ...RESERVED, ...SAME_HERE.keys(), '[', '[[', '{', '}', '!', ':', '.'])

export const misspeltKeyword: Strategy = {
  id: 'bash/misspelt-keyword',
  languages: ['bash'],
  title: 'Corrects misspelt reserved words such as `whlie`, `thne` or `doen`',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError'],
  prior: 0.9,
  propose({ code }) {
    const { tokens } = readBash(code)
    const before = findBlockFault(code, tokens, false)
    if (!before) return swappedHead(tokens)
    const { functions } = namesInScript(tokens)
    const strange = tokens.filter(
      ({ kind, isCommand, text }) =>
        kind === 'word' && isCommand && /^[A-Za-z]{2,10}:?;?$/.test(text) && !KNOWN.has(text) && !functions.has(text),
    )
    const proposals = [
      ...strange.slice(0, 20).flatMap((token) => correct(code, token, before.at?.start)),
      ...swappedHead(tokens),
    ]
    return proposals.sort((one, other) => other.sureness - one.sureness).slice(0, 6)
  },
}

function correct(code: string, token: BashToken, faultAt = code.length): Proposal[] {
  return nearNames(token.text, RESERVED).map(({ name, sureness }) => {
    const mended = code.slice(0, token.start) + name + code.slice(token.end)
    const after = findBlockFault(mended, readBash(mended).tokens, false)
    const isLater = after !== undefined && (after.at?.start ?? mended.length) > faultAt
    return {
      edits: [{ start: token.start, end: token.end, text: name }],
      why: `replaced \`${token.text}\` by \`${name}\``,
      sureness: after === undefined ? Math.max(0.9, sureness) : sureness * (isLater ? 0.8 : 0.4),
    }
  })
}

/** `for x ni a b`, `case $x inn`: `in` is misspelt where only it can stand. */
function swappedHead(tokens: BashToken[]): Proposal[] {
  return tokens.flatMap((token, index) => {
    const isHead = token.isCommand && (token.text === 'for' || token.text === 'case')
    const word = tokens[index + 2]
    const isStrange =
      isHead &&
      word?.kind === 'word' &&
      word.depth === token.depth &&
      ['ni', 'inn', 'im', 'iin', 'on', 'of', 'IN', 'In'].includes(word.text)
    if (!isStrange) return []
    return [
      {
        edits: [{ start: word.start, end: word.end, text: 'in' }],
        why: `replaced \`${word.text}\` by \`in\``,
        sureness: 0.95,
      },
    ]
  })
}
