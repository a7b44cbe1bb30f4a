import { KEYWORDS } from '../../../language/bash/commands.ts'
import { likelyNames } from '../likely-names.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { findBlockFault } from './blocks.ts'
import { KNOWN_COMMANDS, SAME_HERE } from './known-commands.ts'
import { namesInScript } from './names-in-script.ts'
import { type BashToken, readBash } from './read-bash.ts'

const KNOWN = new Set([...KNOWN_COMMANDS, ...KEYWORDS, ...SAME_HERE.keys(), '[', '[[', '{', '}', '!', ':', '.'])

export const misspeltKeyword: Strategy = {
  id: 'bash/misspelt-keyword',
  languages: ['bash'],
  title: 'Corrects misspelt reserved words such as `whlie`, `thne` or `doen`',
  answers: ['SyntaxError', 'CommandNotFound', 'ShellError'],
  prior: 0.9,
  propose({ code, diagnosis }) {
    const { tokens } = readBash(code)
    const before = findBlockFault(code, tokens, false)
    const { functions } = namesInScript(tokens)
    const strange = tokens.filter((token, index) => {
      const isPlaced = token.isCommand || isAlone(tokens, index)
      const isTold = before !== undefined || diagnosis.message.includes(token.text)
      return (
        isPlaced &&
        isTold &&
        /^[A-Za-z]{2,11}$/.test(token.text) &&
        !KNOWN.has(token.text) &&
        !functions.has(token.text)
      )
    })
    const proposals = [
      ...strange.slice(0, 20).flatMap((token) => correct(code, token, before && (before.at?.start ?? code.length))),
      ...swappedHead(tokens),
      ...(before ? turnedIf(tokens) : []),
    ]
    return proposals.sort((one, other) => other.sureness - one.sureness).slice(0, 6)
  },
}

const isAlone = (tokens: BashToken[], index: number): boolean =>
  tokens[index]?.kind === 'word' &&
  tokens[index - 1]?.kind === 'newline' &&
  (tokens[index + 1]?.kind ?? 'newline') === 'newline'

/** Keywords that end a block in other languages. */
const ENDS = new Set(['end', 'endif', 'endfor', 'endwhile', 'enddo', 'endcase', 'endfunction', 'next', 'wend', 'od'])
const CLOSERS = ['fi', 'done', 'esac', '}']

/** `if` without a condition is a `fi`. */
function turnedIf(tokens: BashToken[]): Proposal[] {
  return tokens.flatMap((token, index) => {
    const isTurned = token.isCommand && token.text === 'if' && (tokens[index + 1]?.kind ?? 'newline') === 'newline'
    return isTurned
      ? [{ edits: [{ start: token.start, end: token.end, text: 'fi' }], why: 'replaced `if` by `fi`', sureness: 0.9 }]
      : []
  })
}

/** `faultAt` is undefined when the blocks are already in order: then they must stay so. */
function correct(code: string, token: BashToken, faultAt: number | undefined): Proposal[] {
  const meant = ENDS.has(token.text.toLowerCase())
    ? CLOSERS.map((name) => ({ name, sureness: 0.5 }))
    : likelyNames(token.text, KEYWORDS)
  return meant.flatMap(({ name, sureness }) => {
    const mended = code.slice(0, token.start) + name + code.slice(token.end)
    const after = findBlockFault(mended, readBash(mended).tokens, false)
    const isLater = after !== undefined && (after.at?.start ?? mended.length) > (faultAt ?? mended.length)
    if (faultAt === undefined && after !== undefined) return []
    const proposal: Proposal = {
      edits: [{ start: token.start, end: token.end, text: name }],
      why: `replaced \`${token.text}\` by \`${name}\``,
      sureness: after === undefined ? Math.max(0.9, sureness) : sureness * (isLater ? 0.8 : 0.4),
    }
    return [proposal]
  })
}

/** `for x ni a b`, `case $x inn`: `in` is misspelt at a place where only `in` can stand. */
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
