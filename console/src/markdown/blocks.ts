/** The blocks of a text in Markdown. HTML in it is text like any other. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'math'; text: string }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Block[][] }
  | { kind: 'table'; head: string[]; rows: string[][] }
  | { kind: 'rule' }

interface Taken {
  block: Block
  /** The line behind it. */
  end: number
}

type Reader = (lines: readonly string[], at: number, depth: number) => Taken | undefined

const DEEPEST = 8
const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/
const RULE = /^ {0,3}(?:(?:\* *){3,}|(?:- *){3,}|(?:_ *){3,})$/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(\s+)(?=\S)/
const QUOTE = /^ {0,3}> ?/
const DIVIDER = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/
const READERS: Reader[] = [readCode, readMath, readHeading, readRule, readQuote, readList, readTable]

export function parseBlocks(text: string): Block[] {
  return blocksOf(text.replaceAll('\r\n', '\n').split('\n'), 0)
}

function blocksOf(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join('\n') })
    paragraph = []
  }
  let at = 0
  while (at < lines.length) {
    const taken = depth > DEEPEST ? undefined : readAt(lines, at, depth)
    if (taken) {
      endParagraph()
      blocks.push(taken.block)
      at = taken.end
      continue
    }
    const line = lines[at++] ?? ''
    if (line.trim() === '') endParagraph()
    else paragraph.push(line)
  }
  endParagraph()
  return blocks
}

function readAt(lines: readonly string[], at: number, depth: number): Taken | undefined {
  for (const read of READERS) {
    const taken = read(lines, at, depth)
    if (taken) return taken
  }
  return undefined
}

/** A fence that is still open goes to the end: an answer is shown while it comes. */
function readCode(lines: readonly string[], at: number): Taken | undefined {
  const [, fence = '', language = ''] = FENCE.exec(lines[at] ?? '') ?? []
  if (fence === '') return undefined
  const closes = (line: string) => line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim())
  const found = lines.findIndex((line, index) => index > at && closes(line))
  const end = found < 0 ? lines.length : found
  const text = lines.slice(at + 1, end).join('\n')
  return { block: { kind: 'code', language: language.trim(), text }, end: end + 1 }
}

function readMath(lines: readonly string[], at: number): Taken | undefined {
  const first = (lines[at] ?? '').trim()
  const fence = ['$$', '\\['].find((mark) => first.startsWith(mark))
  if (fence === undefined) return undefined
  const closing = fence === '$$' ? '$$' : '\\]'
  const rest = first.slice(fence.length)
  if (rest.endsWith(closing) && rest.length > closing.length)
    return { block: { kind: 'math', text: rest.slice(0, -closing.length).trim() }, end: at + 1 }
  const end = lines.findIndex((line, index) => index > at && line.trim().endsWith(closing))
  if (end < 0) return undefined
  const last = (lines[end] ?? '').trim().slice(0, -closing.length)
  return { block: { kind: 'math', text: [rest, ...lines.slice(at + 1, end), last].join('\n').trim() }, end: end + 1 }
}

function readHeading(lines: readonly string[], at: number): Taken | undefined {
  const [, marks = '', text = ''] = HEADING.exec(lines[at] ?? '') ?? []
  return marks === '' ? undefined : { block: { kind: 'heading', level: marks.length, text }, end: at + 1 }
}

function readRule(lines: readonly string[], at: number): Taken | undefined {
  return RULE.test(lines[at] ?? '') ? { block: { kind: 'rule' }, end: at + 1 } : undefined
}

function readQuote(lines: readonly string[], at: number, depth: number): Taken | undefined {
  let end = at
  while (end < lines.length && QUOTE.test(lines[end] ?? '')) end++
  if (end === at) return undefined
  const inside = lines.slice(at, end).map((line) => line.replace(QUOTE, ''))
  return { block: { kind: 'quote', blocks: blocksOf(inside, depth + 1) }, end }
}

function readList(lines: readonly string[], at: number, depth: number): Taken | undefined {
  const [, , sign = ''] = ITEM.exec(lines[at] ?? '') ?? []
  if (sign === '') return undefined
  const isOrdered = /\d/.test(sign)
  const items: Block[][] = []
  let end = at
  while (end < lines.length) {
    const item = ITEM.exec(lines[end] ?? '')
    if (!item || /\d/.test(item[2] ?? '') !== isOrdered) break
    const after = endOfItem(lines, end + 1)
    const width = item[0].length
    const inside = lines
      .slice(end, after)
      .map((line, index) => (index === 0 ? line.slice(width) : outdented(line, width)))
    items.push(blocksOf(inside, depth + 1))
    end = after
  }
  return { block: { kind: 'list', isOrdered, start: isOrdered ? Number.parseInt(sign, 10) : 1, items }, end }
}

/** An item goes on with lines that stand further in, and with empty ones before such a line. */
function endOfItem(lines: readonly string[], from: number): number {
  let end = from
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line.trim() === '') continue
    if (!/^\s{2,}/.test(line)) break
    end = at + 1
  }
  const isEmptyBetween = end === from && (lines[from] ?? 'x').trim() === '' && ITEM.test(lines[from + 1] ?? '')
  return isEmptyBetween ? from + 1 : end
}

const outdented = (line: string, width: number): string => {
  const space = /^\s*/.exec(line)?.[0].length ?? 0
  return line.slice(Math.min(space, width))
}

function readTable(lines: readonly string[], at: number): Taken | undefined {
  const head = lines[at] ?? ''
  if (!head.includes('|') || !DIVIDER.test(lines[at + 1] ?? '') || !(lines[at + 1] ?? '').includes('-'))
    return undefined
  let end = at + 2
  while (end < lines.length && (lines[end] ?? '').includes('|')) end++
  const rows = lines.slice(at + 2, end).map(cellsOf)
  return { block: { kind: 'table', head: cellsOf(head), rows }, end }
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
