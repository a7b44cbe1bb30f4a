import { likelihoodOfProse } from '../guess/model/language-model.ts'

export interface BareCode {
  code: string
  start: number
  end: number
  line: number
  /** The prose before the code. */
  context: string
  /** Whether nothing else stands in the text. */
  isWhole: boolean
}

interface Span {
  start: number
  end: number
}

type LineKind = 'code' | 'inner' | 'comment' | 'blank' | 'prose'

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
    isWhole: isAlone && !lines.some(({ kind }, index) => kind !== 'blank' && isOutside(index)),
  }
}

function linesOf(text: string, taken: readonly Span[]): BareLine[] {
  const lines: BareLine[] = []
  /** Many lines of a text are the same, such as a closing brace. */
  const known = new Map<string, ReturnType<typeof lookAt>>()
  const endings = /\r\n|\n|\r/g
  let span = 0
  for (let start = 0, number = 1; start < text.length; number++) {
    const ending = endings.exec(text)
    const end = ending ? endings.lastIndex : text.length
    while ((taken[span]?.end ?? text.length + 1) <= start) span += 1
    const isTaken = (taken[span]?.start ?? text.length) <= start
    const line = text.slice(start, ending?.index ?? end)
    if (!isTaken) {
      const look = known.get(line) ?? lookAt(line.slice(0, MAX_LINE))
      known.set(line, look)
      lines.push({ text: line, start, end, number, ...look })
    }
    start = end
  }
  return lines
}

const CODE_LINES = [
  /^#!\//,
  /^(?:>>>|In \[\d+\]:) \S/,
  /^\$ [a-z.~/]/,
  /^from\s+[\w.]+\s+import\s/,
  /^import\s+[\w.]+(?:\s+as\s+\w+)?(?:\s*,[\w ,.]*)?;?$/,
  /^import\s.{1,200}\sfrom\s+['"]/,
  /^(?:async\s+)?def\s+\w+\s*\(/,
  /^class\s+\w+[^.]{0,100}[:{]$/,
  /^@\w[\w.]*(?:\(.*\))?$/,
  /^(?:if|elif|while|with|except)\b.+:$/,
  /^(?:else|try|finally|except):$/,
  /^(?:async\s+)?for\s+[\w, ()]+\s+in\s.+:$/,
  /^(?:return|yield|raise|await|assert|del)\b.*[\w)\]}"';]$/,
  /^(?:export\s+)?(?:const|let|var)\s+[\w{[$].*=/,
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?function\b.*[({]/,
  /^#\s?include\s*[<"]/,
  /^(?:using\s+namespace|package)\s+[\w.]+;?$/,
  /^(?:public|private|protected)\s+\w/,
  /^func\s+[\w(]/,
  /^(?:pub\s+)?fn\s+\w+/,
  /^(?:SELECT|INSERT\s+INTO|CREATE\s+(?:TABLE|VIEW|INDEX|UNIQUE)|DELETE\s+FROM|DROP\s+TABLE|WITH\s+\w+\s+AS)\s/i,
  /^UPDATE\s+\w+\s+SET\s/i,
  /^(?:FROM|WHERE|GROUP\s+BY|ORDER\s+BY|HAVING|LIMIT|VALUES|(?:LEFT|INNER|RIGHT)?\s?JOIN)\s+\S.*[\w)';]$/,
  /^[A-Za-z_$][\w$.]*(?:\[[^\]]{0,100}\])?\s*(?:[-+*/%&|^]|<<|>>|\*\*|\/\/)?=(?!=)\s*\S/,
  /^[A-Za-z_$][\w$.]*\(.*\)[;,:]?$/,
  /^[A-Za-z_$][\w$.]*\([^)]{0,200}[{[(,]$/,
  /[;{]$/,
  /^[)\]}]+[;,)]*$/,
  /^\}\s*(?:else|catch|finally)\b/,
]
const SENTENCE = /\b(?:you|your|the|this|that|we|want|need|to|is|are|it|of|here|below|example)\b/i

/** The odds of each kind of line, before the model is asked. */
const ODDS: Record<LineKind, number> = { code: 2.5, inner: 1, comment: 0, blank: 0, prose: -3 }
const MOST_ODDS = 3

function lookAt(line: string): { kind: LineKind; odds: number } {
  const kind = kindOf(line)
  if (kind === 'blank') return { kind, odds: 0 }
  return { kind, odds: ODDS[kind] + Math.max(-MOST_ODDS, Math.min(MOST_ODDS, modelOdds(line))) }
}

/** How much likelier the model takes the line for any code than for prose or Markdown. */
function modelOdds(line: string): number {
  const prose = likelihoodOfProse(line)
  return Math.log((1 - prose + 0.01) / (prose + 0.01))
}

function kindOf(line: string): LineKind {
  const text = line.trim()
  if (text === '') return 'blank'
  const isProse = SENTENCE.test(text.replace(/(["'`]).*\1|(?:#|\/\/|--).*$/g, ''))
  // Four columns of indentation make any line code: the line belongs to the code around it.
  if (/^(?: {4}| {0,3}\t)/.test(line)) return 'inner'
  const looksLikeCode = CODE_LINES.some((pattern) => pattern.test(text))
  if (looksLikeCode && !(isProse && /[.:?!,]$|^(?:if|while|with|return|import|from)\b/i.test(text))) return 'code'
  // Headings and items of Markdown look like comments of code.
  if (/^(?:#{2,6} |\* |---)/.test(line)) return 'prose'
  if (/^(?:#|\/\/|--|\/\*|\*)\s?\S/.test(text)) return 'comment'
  return /^(?:\s{2,}|\t)\S/.test(line) && !/^\s*(?:[-*+]|\d+[.)])\s/.test(line) ? 'inner' : 'prose'
}
