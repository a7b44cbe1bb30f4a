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
}

/** The sentence before code stands within this many lines. */
const CONTEXT_LINES = 5
/** A text with more regions is no answer but a puzzle. */
const MAX_REGIONS = 200
/** Only this many characters of a line are compared with the patterns of code. */
const MAX_LINE = 300

/** Runs of lines outside of `taken` that look like code. A parser decides whether they are. */
export function bareCode(text: string, taken: readonly Span[]): BareCode[] {
  const lines = linesOf(text, taken)
  const regions: BareCode[] = []
  for (let first = 0; first < lines.length && regions.length < MAX_REGIONS; ) {
    const { behind, next } = regionAt(lines, first)
    if (behind > first) regions.push(regionOf({ lines, first, behind, isAlone: taken.length === 0 }))
    first = next
  }
  return regions
}

/** The end of the code that begins at `first`, or `first` itself if no code begins there, and the line to continue from. */
function regionAt(lines: BareLine[], first: number): { behind: number; next: number } {
  let behind = first
  let isOpen = false
  for (let index = first; index < lines.length; index++) {
    const line = lines[index]
    const isApart = index > first && lines[index - 1]?.end !== line?.start
    if (line?.kind === 'code' && !isApart) isOpen = true
    // Comments lead into code only when it follows at once: headings look the same.
    const isPart = line && !isApart && line.kind !== 'prose' && (isOpen || line.kind === 'comment')
    if (!isPart) return { behind, next: Math.max(behind, index, first + 1) }
    if (isOpen && (line.kind === 'code' || line.kind === 'inner')) behind = index + 1
  }
  return { behind, next: lines.length }
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
  const endings = /\r\n|\n|\r/g
  let span = 0
  for (let start = 0, number = 1; start < text.length; number++) {
    const ending = endings.exec(text)
    const end = ending ? endings.lastIndex : text.length
    while ((taken[span]?.end ?? text.length + 1) <= start) span += 1
    const isTaken = (taken[span]?.start ?? text.length) <= start
    const line = text.slice(start, ending?.index ?? end)
    if (!isTaken) lines.push({ text: line, start, end, number, kind: kindOf(line.slice(0, MAX_LINE)) })
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

function kindOf(line: string): LineKind {
  const text = line.trim()
  if (text === '') return 'blank'
  const isProse = SENTENCE.test(text.replace(/(["'`]).*\1|(?:#|\/\/|--).*$/g, ''))
  // Four columns of indentation make any line code: the line belongs to the code around it.
  if (/^(?: {4}| {0,3}\t)/.test(line)) return 'inner'
  const looksLikeCode = CODE_LINES.some((pattern) => pattern.test(text))
  if (looksLikeCode && !(isProse && /[.:?!,]$|^(?:if|while|with|return|import|from)\b/i.test(text))) return 'code'
  if (/^(?:#|\/\/|--|\/\*|\*)\s?\S/.test(text)) return 'comment'
  return /^(?:\s{2,}|\t)\S/.test(line) && !/^\s*(?:[-*+]|\d+[.)])\s/.test(line) ? 'inner' : 'prose'
}
