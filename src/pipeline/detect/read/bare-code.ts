import { type LineKind, lookAtLine } from './line-kind.ts'
import { notesAmong } from './notes-among.ts'
import { proseAmong } from './prose-among.ts'

export interface BareCode {
  code: string
  start: number
  end: number
  line: number
  /** The prose before the code. */
  context: string
  /** Whether nothing else stands in the text. */
  isWhole: boolean
  /** Whether every line has the form of code. */
  looksLikeCode: boolean
}

interface Span {
  start: number
  end: number
}

interface BareLine extends Span {
  text: string
  number: number
  kind: LineKind
  /** Positive when the line is likelier code than prose. */
  odds: number
}

/** The sentence before code stands within this many lines. */
const CONTEXT_LINES = 5
/** A text with more regions is no answer but a puzzle. */
const MAX_REGIONS = 200
/** Only this many characters of a line are compared with the patterns of code. */
const MAX_LINE = 300
/** The cost of a change between prose and code from one line to the next, in the unit of a line's odds. */
const CHANGE = 3
const CHANGE_AT_BLANK = 1.5
/** The odds of a sentence beyond doubt: dearer than two changes, so that no code reaches across it. */
const SENTENCE = -8

/** Runs of lines outside of `taken` that look like code. A parser decides whether they are. */
export function bareCode(text: string, taken: readonly Span[]): BareCode[] {
  const lines = linesOf(text, taken)
  const regions: BareCode[] = []
  for (const [first, behind] of codeRuns(lines)) {
    if (regions.length >= MAX_REGIONS) break
    regions.push(regionOf({ lines, first, behind, isAlone: taken.length === 0 }))
  }
  return regions
}

/** Begins and ends of runs of code: a change between prose and code costs, so that one odd line does not make one. */
function codeRuns(lines: BareLine[]): [first: number, behind: number][] {
  const isCode = likeliestPath(lines)
  const runs: [number, number][] = []
  for (let first = 0; first < lines.length; first++) {
    if (!isCode[first] || lines[first]?.kind === 'blank') continue
    let behind = first + 1
    while (behind < lines.length && isCode[behind] && lines[behind - 1]?.end === lines[behind]?.start) behind += 1
    const next = behind
    while (lines[behind - 1]?.kind === 'blank') behind -= 1
    // Lines that are indented by four columns and follow prose are indented code, not bare code.
    let begin = first
    while (begin < behind && isNoBeginning(lines[begin])) begin += 1
    if (begin < behind) runs.push([begin, behind])
    first = next - 1
  }
  return runs
}

const isNoBeginning = (line: BareLine | undefined): boolean =>
  line?.kind === 'blank' || /^(?: {4}| {0,3}\t)/.test(line?.text ?? '') || isSentence(line)

/** A sentence that stands before code, however much the model takes it for code. */
const isSentence = (line: BareLine | undefined): boolean =>
  line?.kind === 'prose' && /^[A-Z]\S*(?: \S+){3,}[.!?:]$/.test(line.text.trim())

/** The likeliest way through the lines, in two states (Viterbi). */
function likeliestPath(lines: BareLine[]): boolean[] {
  let prose = 0
  let code = -CHANGE
  const cameFromCode: [prose: boolean, code: boolean][] = []
  lines.forEach((line, at) => {
    const isApart = at > 0 && lines[at - 1]?.end !== line.start
    // A blank line is where prose and code meet.
    const change = isApart ? 0 : line.kind === 'blank' || lines[at - 1]?.kind === 'blank' ? CHANGE_AT_BLANK : CHANGE
    const toProse = code - change > prose
    const toCode = code >= prose - change
    cameFromCode.push([toProse, toCode])
    const best = { prose: Math.max(prose, code - change), code: Math.max(code, prose - change) }
    prose = best.prose
    code = best.code + line.odds
  })
  const path: boolean[] = []
  let isCode = code > prose
  for (let at = lines.length - 1; at >= 0; at--) {
    path[at] = isCode
    isCode = cameFromCode[at]?.[isCode ? 1 : 0] ?? false
  }
  return path
}

function regionOf(region: { lines: BareLine[]; first: number; behind: number; isAlone: boolean }): BareCode {
  const { lines, first, behind, isAlone } = region
  const own = lines.slice(first, behind)
  const before = lines.slice(Math.max(0, first - CONTEXT_LINES), first)
  const isOutside = (index: number) => index < first || index >= behind
  return {
    code: own.map((line) => `${line.text}\n`).join(''),
    start: own[0]?.start ?? 0,
    end: own.at(-1)?.end ?? 0,
    line: own[0]?.number ?? 1,
    context: before.findLast(({ kind }) => kind === 'prose')?.text.trim() ?? '',
    looksLikeCode: own.every(({ kind }) => kind !== 'prose') && own.some(({ kind }) => kind === 'code'),
    isWhole: isAlone && !lines.some(({ kind }, index) => kind !== 'blank' && isOutside(index)),
  }
}

function linesOf(text: string, taken: readonly Span[]): BareLine[] {
  const lines: BareLine[] = []
  /** Many lines of a text are the same, such as a closing brace. */
  const known = new Map<string, ReturnType<typeof lookAtLine>>()
  const endings = /\r\n|\n|\r/g
  let span = 0
  for (let start = 0, number = 1; start < text.length; number++) {
    const ending = endings.exec(text)
    const end = ending ? endings.lastIndex : text.length
    while ((taken[span]?.end ?? text.length + 1) <= start) span += 1
    const isTaken = (taken[span]?.start ?? text.length) <= start
    const line = text.slice(start, ending?.index ?? end)
    if (!isTaken) {
      const look = known.get(line) ?? lookAtLine(line.slice(0, MAX_LINE))
      known.set(line, look)
      lines.push({ text: line, start, end, number, ...look })
    }
    start = end
  }
  return weighed(lines)
}

/** The lines with what only their neighbours tell about them. */
function weighed(lines: BareLine[]): BareLine[] {
  const isNote = notesAmong(lines)
  const isProse = proseAmong(lines)
  return lines.map((line, at) => {
    if (isNote[at]) return line.odds < 0 && line.kind === 'prose' ? { ...line, kind: 'comment', odds: 0 } : line
    return isProse[at] ? { ...line, kind: 'prose', odds: SENTENCE } : line
  })
}
