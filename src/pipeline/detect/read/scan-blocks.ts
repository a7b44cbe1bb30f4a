import { closesFence, type FenceStart, fenceStart, isBreak, isHeading, isUnderline, itemStart } from './block-starts.ts'
import { type Container, enterItem, entersQuote, matchContainers } from './containers.ts'
import { endsInLine, withoutFenceEnd } from './ends-in-line.ts'
import { htmlStart } from './html-start.ts'
import { cursorOf, indentOf, type LineCursor, restOf, skipColumns } from './line-cursor.ts'
import type { ScannedBlock } from './scanned-block.ts'

type Leaf = { block: ScannedBlock } & (
  | { type: 'fence'; fence: FenceStart; indent: number }
  | { type: 'html'; ends: RegExp | undefined }
  | { type: 'indented' }
  | { type: 'text' }
)

interface Line {
  cursor: LineCursor
  start: number
  end: number
  number: number
}

interface Scan {
  containers: Container[]
  leaf: Leaf | undefined
  /** Starts of lines that have the end of their fence behind code. */
  ends: ReadonlySet<number>
  found(block: ScannedBlock): void
}

/** Deeper marks count as text: otherwise a blank line would have to check every list above it. */
const MAX_DEPTH = 12
const CODE_INDENT = 4

/**
 * The blocks of a text by the rules of CommonMark, without inline syntax in paragraphs. One walk over the lines, each read a
 * bounded number of times: the texts come from strangers, and general parsers are slow on some texts.
 */
export function scanBlocks(text: string, found: (block: ScannedBlock) => void): void {
  const scan: Scan = { containers: [], leaf: undefined, ends: endsInLine(text), found }
  let wasFilled = true
  const endings = /\r\n|\n|\r/g
  for (let start = 0, number = 1; start < text.length; number++) {
    const ending = endings.exec(text)
    const end = ending ? endings.lastIndex : text.length
    const line = text.slice(start, ending?.index ?? end)
    // The first of several empty lines has ended everything that empty lines can end.
    if (line !== '' || wasFilled || scan.leaf) readLine(scan, { cursor: cursorOf(line), start, end, number })
    wasFilled = line !== ''
    start = end
  }
  close(scan)
}

function readLine(scan: Scan, line: Line): void {
  const matched = matchContainers(scan.containers, line.cursor)
  const isInside = matched === scan.containers.length
  if (isInside && scan.leaf && continuesLeaf(scan, scan.leaf, line)) return
  if (!isInside && scan.leaf?.type !== 'text') close(scan)
  // Containers below this number stay open; the others end unless the line only continues their text.
  let depth = matched
  if (beginsWithLetter(line.cursor)) {
    readText(scan, line, depth)
    return
  }
  for (; depth < MAX_DEPTH; depth++) {
    const container = startsContainer(scan, line, depth)
    if (!container) break
    leaveTo(scan, depth)
    markFilled(scan)
    scan.containers.push(container)
  }
  if (!startsLeaf(scan, line, depth)) readText(scan, line, depth)
}

/** Most lines begin with a letter, and such a line begins nothing but text. */
function beginsWithLetter({ line, at, pending }: LineCursor): boolean {
  const code = line.charCodeAt(at) | 0x20
  return pending === 0 && code >= 0x61 && code <= 0x7a
}

/** Whether a line continues or ends the open code or HTML. */
function continuesLeaf(scan: Scan, leaf: Leaf, line: Line): boolean {
  const { columns, behind } = indentOf(line.cursor)
  const rest = line.cursor.line.slice(behind)
  if (leaf.type === 'fence') {
    if (columns < CODE_INDENT && closesFence(rest, leaf.fence)) {
      leaf.block.end = line.end
      leaf.block.isClosed = true
      close(scan)
    } else if (scan.ends.has(line.start)) {
      addLine(leaf, { ...line, cursor: { ...line.cursor, line: withoutFenceEnd(line.cursor.line) } }, leaf.indent)
      leaf.block.isClosed = true
      close(scan)
    } else {
      addLine(leaf, line, leaf.indent)
    }
    return true
  }
  if (leaf.type === 'html') {
    if (rest === '' && !leaf.ends) return false
    addHtml(scan, leaf, line)
    return true
  }
  if (leaf.type === 'text' || (columns < CODE_INDENT && rest !== '')) return false
  addLine(leaf, line, CODE_INDENT)
  return true
}

/** The quote or item that begins here. The cursor then stands behind its mark. */
function startsContainer(scan: Scan, { cursor }: Line, depth: number): Container | undefined {
  const { columns, behind } = indentOf(cursor)
  if (columns >= CODE_INDENT) return undefined
  if (entersQuote(cursor)) return { type: 'quote' }
  const rest = cursor.line.slice(behind)
  const isInText = isText(scan, depth)
  if (isBreak(rest) || (isInText && isUnderline(rest))) return undefined
  const item = itemStart(rest)
  return item && (item.interruptsText || !isInText) ? enterItem(cursor, item.markLength) : undefined
}

function startsLeaf(scan: Scan, line: Line, depth: number): boolean {
  const { columns, behind } = indentOf(line.cursor)
  const rest = line.cursor.line.slice(behind)
  if (rest === '') return false
  if (columns >= CODE_INDENT) {
    if (scan.leaf?.type === 'text') return false
    addLine(open(scan, depth, { type: 'indented', block: newBlock('indented', line) }), line, CODE_INDENT)
    return true
  }
  const fence = fenceStart(rest)
  if (fence) {
    open(scan, depth, { type: 'fence', fence, indent: columns, block: newBlock('fence', line, fence.info) })
    return true
  }
  const html = htmlStart(rest, scan.leaf?.type === 'text')
  if (html) {
    addHtml(scan, open(scan, depth, { type: 'html', ends: html.ends, block: newBlock('html', line) }), line)
    return true
  }
  if (isHeading(rest)) {
    addLine(open(scan, depth, { type: 'text', block: newBlock('text', line) }), line, columns)
    close(scan)
    return true
  }
  if (!isBreak(rest) && !(isText(scan, depth) && isUnderline(rest))) return false
  leaveTo(scan, depth)
  markFilled(scan)
  return true
}

function readText(scan: Scan, line: Line, depth: number): void {
  const { columns, behind } = indentOf(line.cursor)
  if (behind === line.cursor.line.length) {
    leaveTo(scan, depth)
    return
  }
  const text =
    scan.leaf?.type === 'text' ? scan.leaf : open(scan, depth, { type: 'text', block: newBlock('text', line) })
  addLine(text, line, columns)
}

/** Whether the line belongs to the open paragraph; a lazy continuation does not. */
const isText = (scan: Scan, depth: number): boolean => scan.leaf?.type === 'text' && depth === scan.containers.length

function open<Opened extends Leaf>(scan: Scan, depth: number, leaf: Opened): Opened {
  leaveTo(scan, depth)
  markFilled(scan)
  scan.leaf = leaf
  return leaf
}

function leaveTo(scan: Scan, depth: number): void {
  close(scan)
  scan.containers.length = depth
}

function markFilled({ containers }: Scan): void {
  const container = containers.at(-1)
  if (container?.type === 'item') container.isEmpty = false
}

function close(scan: Scan): void {
  const { leaf } = scan
  scan.leaf = undefined
  if (leaf) scan.found(leaf.type === 'indented' ? withoutBlankEnd(leaf.block) : leaf.block)
}

/** Blank lines behind indented code are not part of it. */
function withoutBlankEnd(block: ScannedBlock): ScannedBlock {
  return { ...block, lines: block.lines.slice(0, block.filledLines), end: block.filledEnd }
}

const newBlock = (kind: ScannedBlock['kind'], { start, end, number }: Line, info = ''): ScannedBlock => ({
  kind,
  info,
  lines: [],
  places: [],
  isClosed: false,
  start,
  line: number,
  end,
  filledLines: 0,
  filledEnd: end,
  first: '',
  last: '',
})

/** Adds a line after removing this many columns of white space. */
function addLine({ block }: Leaf, { cursor, start, end, number }: Line, columns: number): void {
  skipColumns(cursor, columns)
  const text = restOf(cursor)
  block.end = end
  if (block.kind === 'text') {
    if (block.last === '') block.first = text
    block.last = text
    if (block.lines.length === 0 && !text.includes('`')) return
    block.places.push({ offset: start + cursor.at, line: number })
  }
  block.lines.push(text)
  if (text.trim() === '') return
  block.filledLines = block.lines.length
  block.filledEnd = end
}

function addHtml(scan: Scan, leaf: Extract<Leaf, { type: 'html' }>, line: Line): void {
  addLine(leaf, line, 0)
  if (leaf.ends?.test(restOf(line.cursor))) close(scan)
}
