import { giveWay } from '../../sandbox/give-way.ts'

const NEW_LINE = 10
const LINES_AT_ONCE = 256
const END = '\n]}'

export interface ManifestText {
  /** Everything but the entries, as JSON. */
  head: string
  /** Rows of entries, in their order. */
  rows: unknown[]
}

/**
 * Parses a manifest whose entries stand in lines a few lines at a time, since there may be a hundred thousand. Throws
 * for invalid JSON. Undefined for a manifest in one line, the older form.
 */
export async function manifestRows(text: Buffer): Promise<ManifestText | undefined> {
  const headEnd = text.indexOf(NEW_LINE)
  if (headEnd === -1) return undefined
  const end = text.length - END.length
  if (text.toString('latin1', end) !== END) throw new Error('it has no end')
  const rows: unknown[] = []
  for (let at = headEnd + 1; at < end; ) {
    const next = linesEnd(text, at, end)
    const isLast = next === end
    const lines = text.toString('utf8', at, next)
    if (!isLast && !lines.endsWith(',')) throw new Error('a line has no end')
    for (const row of JSON.parse(`[${isLast ? lines : lines.slice(0, -1)}]`)) rows.push(row)
    at = next + 1
    await giveWay()
  }
  return { head: `${text.toString('utf8', 0, headEnd)}]}`, rows }
}

function linesEnd(text: Buffer, start: number, end: number): number {
  let at = start
  for (let lines = 0; lines < LINES_AT_ONCE; lines++) {
    const next = text.indexOf(NEW_LINE, at)
    if (next === -1 || next >= end) return end
    at = next + 1
  }
  return at - 1
}
