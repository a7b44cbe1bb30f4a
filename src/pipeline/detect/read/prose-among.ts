import type { LineKind } from './line-kind.ts'

interface LineOfText {
  text: string
  kind: LineKind
}

/** Nobody reads more of a line before knowing that it is a sentence. */
const MOST = 2_000
/** Marks that a sentence has in its code only, which stands between backticks. */
const MARKS = /[;{}<>=|$\\]|\w\(|\w\[|\w::\w/
const START = /^(?:#{1,6} |[-*+] |\d+[.)] )?["'“‘*_([]*[\p{Lu}\d`]/u
const END = /[.:?!…](?:["'”’)*_\]]|<br\s*\/?>|\[\^\w+\]:?)*$/
const STOP_WORDS =
  /\b(?:the|a|an|this|that|these|is|are|was|be|been|to|of|in|on|for|with|from|as|and|or|it|its|you|your|we|our|i|can|will|should|which|when|how|what|not|by|has|have)\b/gi
/** A label in front of code: `Output:`, `**Example usage**`, `### Result`. */
const LABEL = /^(?:#{2,6} [^#].*|\*\*[^*]+\*\*:?|__[^_]+__:?|[A-Z][a-z]+(?: [a-z]+){0,3}:)$/
/** Scripts in which nobody writes code outside of strings and comments. */
const OTHER_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Greek}]/gu
const ROW = /^\s*\|.*\|\s*$/
const RULE_OF_TABLE = /^\s*\|[\s:|-]*-[\s:|-]*\|\s*$/

/** Tags of a page of Markdown, as long as nothing else stands among them. */
const PAGE_TAGS =
  /^(?:p|div|a|img|br|hr|figure|figcaption|picture|source|details|summary|sub|sup|kbd|center|h[1-6]|b|i|em|strong|code|table|thead|tbody|tr|td|th|video|span|ul|ol|li)$/i
const PAGE_SIGN = /<(?:img|a|br|figure|picture|details|sup|sub|kbd|center|video)\b|\salign=/i
/** Lines of a page's own tools: components, admonitions, shortcodes. */
const COMPONENT = /^(?:<\/?[A-Z][\w.]*(?:\s[^>]*)?>|:::.*|\{\{[<%].*[>%]\}\})$/

/** Lines that are prose beyond doubt although code may stand on both sides: sentences after a blank line, labels, rows of tables. */
export function proseAmong(lines: readonly LineOfText[]): boolean[] {
  const isProse: boolean[] = []
  lines.forEach((line, at) => {
    const { text, kind } = line
    const isFirst = at === 0 || lines[at - 1]?.kind === 'blank' || isProse[at - 1] === true
    isProse[at] = kind !== 'blank' && readsAsProse(text.slice(0, MOST), { kind, isFirst })
    // The head of a table is known by the rule below it.
    if (ROW.test(text))
      isProse[at] =
        RULE_OF_TABLE.test(text) || RULE_OF_TABLE.test(lines[at + 1]?.text ?? '') || isRowBelow(lines, isProse, at)
  })
  for (const [first, behind] of runsOf(lines)) {
    if (isOfPage(lines.slice(first, behind))) isProse.fill(true, first, behind)
  }
  isProse.fill(true, 0, frontMatterEnd(lines))
  return isProse
}

/** Begins and ends of lines without a blank one between them. */
function runsOf(lines: readonly LineOfText[]): [first: number, behind: number][] {
  const runs: [number, number][] = []
  for (let first = 0; first < lines.length; first++) {
    if (lines[first]?.kind === 'blank') continue
    let behind = first
    while (behind < lines.length && lines[behind]?.kind !== 'blank') behind += 1
    runs.push([first, behind])
    first = behind
  }
  return runs
}

function isOfPage(run: readonly LineOfText[]): boolean {
  if (!run[0]?.text.startsWith('<') && !/^[:{]/.test(run[0]?.text ?? '')) return false
  if (run.every(({ text }) => COMPONENT.test(text.trim()))) return true
  const text = run.map((line) => line.text.slice(0, MOST)).join('\n')
  const tags = [...text.matchAll(/<\/?([a-z][\w-]*)/gi)].map(([, tag = '']) => tag)
  return tags.length > 0 && tags.every((tag) => PAGE_TAGS.test(tag)) && PAGE_SIGN.test(text)
}

/** The settings that a page begins with, between two lines of dashes and before its text. */
function frontMatterEnd(lines: readonly LineOfText[]): number {
  if (lines[0]?.text !== '---') return 0
  const end = lines.findIndex(({ text }, at) => at > 0 && text === '---')
  return lines.slice(end + 1).some(({ kind }) => kind === 'prose') ? end + 1 : 0
}

const isRowBelow = (lines: readonly LineOfText[], isProse: boolean[], at: number): boolean =>
  isProse[at - 1] === true && ROW.test(lines[at - 1]?.text ?? '')

function readsAsProse(text: string, { kind, isFirst }: { kind: LineKind; isFirst: boolean }): boolean {
  if (/^(?: {4}| {0,3}\t)/.test(text)) return false
  const line = text.trim()
  if ((line.match(OTHER_SCRIPT)?.length ?? 0) > line.length / 3 && !/^(?:#|\/\/|--|\/?\*|['"])/.test(line)) return true
  if (kind === 'code') return false
  if (isFirst && LABEL.test(line)) return true
  if (kind === 'comment') return false
  const words = line.replace(/`[^`]*`|\]\([^)]*\)|https?:\/\/\S+|"[^"]*"/g, 'X').trim()
  const count = words.split(/\s+/).length
  const stops = words.match(STOP_WORDS)?.length ?? 0
  const isClosed = START.test(line) && END.test(line)
  if (MARKS.test(words)) return isClosed && count >= 10 && stops * 4 >= count
  if (!isFirst) return isClosed && count >= 4 && stops > 0
  return isClosed ? count >= 2 && (stops > 0 || line.endsWith(':')) : stops >= 2 && count >= 6
}
