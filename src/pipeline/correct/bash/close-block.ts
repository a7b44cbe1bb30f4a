import { lineAt, widthOf } from '../lines.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { type Block, type BlockFault, findBlockFault } from './blocks.ts'
import { type BashToken, readBash } from './read-bash.ts'

/** The indentation of a block shows its end; without indentation the next tokens do. */
export const closeBlock: Strategy = {
  id: 'bash/close-block',
  languages: ['bash'],
  title: 'Ends an `if`, a loop, a `case` or a function that was left open',
  answers: ['SyntaxError'],
  prior: 0.85,
  propose({ code }) {
    const { tokens } = readBash(code)
    const faults = [findBlockFault(code, tokens, true), findBlockFault(code, tokens, false)]
    const proposals = faults.flatMap((fault) => (fault?.kind === 'unclosed' ? close({ code, tokens, fault }) : []))
    return withoutTwins(proposals)
  },
}

function withoutTwins(proposals: Proposal[]): Proposal[] {
  const keyOf = ({ edits }: Proposal) => JSON.stringify(edits)
  return proposals.filter((one, index) => proposals.findIndex((other) => keyOf(other) === keyOf(one)) === index)
}

interface Place {
  code: string
  tokens: BashToken[]
  fault: BlockFault
}

function close({ code, tokens, fault }: Place): Proposal[] {
  const { block, at: limit } = fault
  if (!block) return []
  const { opener, closer } = block
  const line = lineAt(code, opener.start)
  const why = `ended the \`${opener.text}\` of line ${lineNumber(code, opener.start)} with \`${closer}\``
  const written = argumentCloser({ code, tokens, block })
  if (written) return [{ edits: [{ start: written.start, end: written.start, text: '; ' }], why, sureness: 0.9 }]
  if (limit && lineAt(code, limit.start).start === line.start) {
    const isEnded = /[;\n&]\s*$/.test(code.slice(line.start, limit.start))
    return [
      {
        edits: [{ start: limit.start, end: limit.start, text: `${isEnded ? '' : '; '}${closer}; ` }],
        why,
        sureness: 0.8,
      },
    ]
  }
  const limitStart = limit ? lineAt(code, limit.start).start : code.length
  const tail = tailOf({ code, tokens, from: line.end, to: limitStart })
  if (tail) return [{ edits: [{ start: tail.start, end: tail.start, text: `${closer} ` }], why, sureness: 0.95 }]
  const ends = endsOf({ code, tokens, block, limitStart })
  return ends.map(({ at, sureness }) => ({
    edits: [{ start: at, end: at, text: `${at === 0 || code[at - 1] === '\n' ? '' : '\n'}${line.indent}${closer}` }],
    why,
    sureness,
  }))
}

/** `{ echo hi }`: the closing word is present, but nothing ends the command before it. */
function argumentCloser({
  code,
  tokens,
  block,
}: {
  code: string
  tokens: BashToken[]
  block: Block
}): BashToken | undefined {
  const { end } = lineAt(code, block.opener.start)
  return tokens.find(
    ({ start, text, kind, isCommand, depth }) =>
      kind === 'word' &&
      text === block.closer &&
      !isCommand &&
      depth === 0 &&
      start > block.opener.start &&
      start < end,
  )
}

/** `< "$file"` alone on a line has lost the closing word before it. */
function tailOf({
  code,
  tokens,
  from,
  to,
}: {
  code: string
  tokens: BashToken[]
  from: number
  to: number
}): BashToken | undefined {
  return tokens.find(({ start, kind, text, depth }) => {
    if (start < from || start >= to || depth > 0 || kind !== 'operator' || !/^(?:<|<<<|>>?|\||&&|\|\|)$/.test(text))
      return false
    const line = lineAt(code, start)
    return line.start + line.indent.length === start && !/(?:\\|\||&&)\s*$/.test(code.slice(0, line.start))
  })
}

/** Places behind the last line of the body, one for each possible end of the body, the likeliest first. */
function endsOf({
  code,
  tokens,
  block,
  limitStart,
}: {
  code: string
  tokens: BashToken[]
  block: Block
  limitStart: number
}) {
  const lines = linesBetween(code, tokens, lineAt(code, block.opener.start).end + 1, limitStart)
  const own = widthOf(lineAt(code, block.opener.start).indent)
  const [first] = lines
  const isIndented = first !== undefined && first.width > own
  const isOneLine = !isIndented && /\b(?:then|do|\{)\s+\S/.test(lineAt(code, block.opener.start).text)
  const next = lines.find(({ width, text }) => width <= own && !continues(block, text))
  const byIndent = isIndented || isOneLine ? (next ? next.start : limitStart) : undefined
  const paragraph = lines.find((one, index) => index > 0 && code.slice(0, one.start).endsWith('\n\n'))
  const found = [
    ...(byIndent === undefined ? [] : [{ at: byIndent, sureness: 0.95 }]),
    ...(isIndented ? [] : [{ at: limitStart, sureness: 0.6 }]),
    ...(isIndented || !paragraph ? [] : [{ at: paragraph.start, sureness: 0.4 }]),
  ]
  return found
    .map(({ at, sureness }) => ({ at: code.slice(0, at).trimEnd().length, sureness }))
    .filter(({ at }, index, all) => all.findIndex((other) => other.at === at) === index)
}

/** Lines that begin with a token or a comment, without those inside of documents and long strings. */
function linesBetween(code: string, tokens: BashToken[], from: number, to: number) {
  return tokens.flatMap(({ start, depth, kind }) => {
    if (start < from || start >= to || depth > 0 || kind === 'newline' || kind === 'document') return []
    const line = lineAt(code, start)
    return line.start + line.indent.length === start
      ? [{ start: line.start, width: widthOf(line.indent), text: line.text.trim() }]
      : []
  })
}

/** Whether a line belongs to the block although it is indented no further than the block's first line. */
function continues({ closer }: Block, text: string): boolean {
  if (closer === 'fi') return /^(?:then|else|elif)\b/.test(text)
  if (closer === 'done') return /^do\b/.test(text)
  if (closer === 'esac') return text.startsWith(';;') || /^[^\s()]+(?:\s*\|\s*[^\s()]+)*\)/.test(text)
  return text.startsWith('{')
}

/** Removes a closing word that closes nothing. */
export const strayCloser: Strategy = {
  id: 'bash/stray-closer',
  languages: ['bash'],
  title: 'Takes away a `fi`, `done`, `esac` or `}` that closes nothing',
  answers: ['SyntaxError'],
  prior: 0.6,
  propose({ code }) {
    const { tokens } = readBash(code)
    const fault = findBlockFault(code, tokens, false)
    if (fault?.kind !== 'stray' || !fault.at) return []
    const line = lineAt(code, fault.at.start)
    if (line.text.trim() !== fault.at.text || !/^(?:fi|done|esac|\})$/.test(fault.at.text)) return []
    const edits = [{ start: line.start, end: Math.min(line.end + 1, code.length), text: '' }]
    return [{ edits, why: `took a \`${fault.at.text}\` away that closed nothing`, sureness: 0.7 }]
  },
}

export function lineNumber(code: string, offset: number): number {
  let number = 1
  for (let at = code.indexOf('\n'); at !== -1 && at < offset; at = code.indexOf('\n', at + 1)) number += 1
  return number
}
