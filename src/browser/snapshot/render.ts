import { countTokens } from './count-tokens.ts'
import type { SnapshotNode } from './page-memory.ts'

export interface Line {
  /** Equal in two snapshots for the same thing. */
  key: string
  depth: number
  text: string
}

/** How much of a tree is written. */
interface Detail {
  text: number
  children: number
  urls: boolean
  /** Only what can be used or leads the eye. */
  outline: boolean
}

const FULL: Detail = { text: 400, children: 120, urls: true, outline: false }
const STEPS: Detail[] = [
  FULL,
  { text: 160, children: 120, urls: false, outline: false },
  { text: 80, children: 40, urls: false, outline: false },
  { text: 60, children: 15, urls: false, outline: false },
  { text: 50, children: 8, urls: false, outline: false },
  { text: 50, children: 25, urls: false, outline: true },
  { text: 40, children: 8, urls: false, outline: true },
  { text: 30, children: 4, urls: false, outline: true },
]
const LEADING = new Set(
  'heading main navigation banner dialog alertdialog alert form region search tablist iframe'.split(' '),
)
const USABLE = new Set(
  'button link textbox searchbox checkbox radio switch combobox listbox slider spinbutton tab menuitem file date color canvas generic'.split(
    ' ',
  ),
)

const EMPTY = 'The page is empty: it shows nothing.'

interface Fitting {
  tokens: number
  /** Number of further nodes that nobody looked at. */
  more?: number
  /** Said where there is nothing. */
  empty?: string
}

export interface Fitted {
  text: string
  tokens: number
  /** Whether anything of the tree is not in the text. */
  isCut: boolean
}

/** The most detailed text of a tree that stays within the tokens. */
export function fitTree(nodes: SnapshotNode[], { tokens, more = 0, empty = EMPTY }: Fitting): Fitted {
  if (nodes.length === 0) return { text: empty, tokens: countTokens(empty), isCut: more > 0 }
  let fewest: Line[] = []
  for (const [step, detail] of STEPS.entries()) {
    const lines = linesOf(nodes, detail, more)
    const text = textOf(lines)
    const count = countTokens(text)
    if (count <= tokens) return { text, tokens: count, isCut: step > 0 || hasMore(nodes) || more > 0 }
    fewest = lines
  }
  return cutLines(fewest, tokens)
}

const REST = (count: number): string =>
  `… ${count} more lines: look at a part with "target", search with "find", or write all to a file with "path"`

/** Last resort: as many lines from the top as fit. */
export function cutLines(lines: Line[], tokens: number): Fitted {
  const kept: string[] = []
  let spent = countTokens(REST(lines.length)) + 2
  for (const line of lines) {
    const text = written(line)
    spent += countTokens(`${text}\n`) + 1
    if (spent > tokens) break
    kept.push(text)
  }
  const text = [...kept, ...(kept.length < lines.length ? [REST(lines.length - kept.length)] : [])].join('\n')
  return { text, tokens: countTokens(text), isCut: kept.length < lines.length }
}

export const allLines = (nodes: SnapshotNode[], more = 0): Line[] => linesOf(nodes, FULL, more)
export const textOf = (lines: Line[]): string => lines.map(written).join('\n')
const written = ({ depth, text }: Line): string => `${'  '.repeat(Math.min(depth, 20))}${text}`
const hasMore = (nodes: SnapshotNode[]): boolean => nodes.some(({ more = 0, c = [] }) => more > 0 || hasMore(c))

function linesOf(nodes: SnapshotNode[], detail: Detail, more: number): Line[] {
  const lines: Line[] = []
  const add = (list: SnapshotNode[], left: number, at: { depth: number; path: string }): void => {
    const { depth, path } = at
    const shown = list.length > detail.children ? list.slice(0, detail.children) : list
    const seen = new Map<string, number>()
    for (const node of shown) {
      const key = node.ref ?? keyAmong(seen, `${path}/${node.r} ${node.n}`)
      const isTold = !detail.outline || isLeading(node)
      if (isTold) lines.push({ key, depth, text: lineOf(node, detail) })
      add(node.c ?? [], node.more ?? 0, { depth: depth + (isTold ? 1 : 0), path: key })
    }
    const missing = list.length - shown.length + left
    if (missing > 0) lines.push({ key: `${path}/more`, depth, text: `… ${missing} more` })
  }
  add(nodes, more, { depth: 0, path: '' })
  return lines
}

/** Texts have no reference. One that keeps its words is the same, wherever an element comes or goes beside it. */
function keyAmong(seen: Map<string, number>, key: string): string {
  const count = (seen.get(key) ?? 0) + 1
  seen.set(key, count)
  return `${key} ${count}`
}

const isLeading = ({ r, ref }: SnapshotNode): boolean => ref !== undefined && (LEADING.has(r) || USABLE.has(r))

function lineOf({ r, n, s, ref, v, u }: SnapshotNode, { text, urls }: Detail): string {
  const name = shorten(n, text)
  if (r === 'text') return `- text: ${name}`
  const parts = [
    `- ${r}`,
    ...(name ? [JSON.stringify(name)] : []),
    ...s.map((state) => `[${state}]`),
    ...(ref === undefined ? [] : [`[${ref}]`]),
    ...(urls && u ? [`→ ${shorten(u, 120)}`] : []),
  ]
  return v ? `${parts.join(' ')}: ${shorten(v, text)}` : parts.join(' ')
}

function shorten(text: string, most: number): string {
  const clean = text.toWellFormed()
  return clean.length > most ? `${clean.slice(0, most).toWellFormed()}…` : clean
}
