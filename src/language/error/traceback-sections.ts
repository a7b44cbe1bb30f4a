/** One call of a traceback. */
export interface Frame {
  file: string
  line: number
  /** Whether the frame is a line of the program itself. */
  isProgram: boolean
  /** The line as the traceback shows it, and the marks below it. */
  shown?: string
  marker?: string
}

export interface Traceback {
  type: string
  message: string
  frames: Frame[]
  /** `nothing`: an exception that Python had to ignore. */
  endedIn: 'program' | 'thread' | 'nothing'
  /** Part of the report about an exception group, the group itself among them. */
  isInGroup: boolean
}

const HEADER = /^(?:Exception Group )?Traceback \(most recent call last\):$/
const GROUP_LINE = /^ {2,}(?:[|] ?|\+ (?=Exception Group))(.*)$/
const GROUP_RULE = /^ {2,}\+[-+]+/
const FRAME = /^ {2}File "([^"\n]*)", line (\d+)(?:, in .*)?$/
const ENDING = /^((?:[\p{L}_][\p{L}\p{N}_]*|<locals>)(?:\.(?:[\p{L}_][\p{L}\p{N}_]*|<locals>))*)(?:: (.*))?$/u
const MARKER = /^\s+[~^][~^\s]*$/
const CHAINED = /^(?:During handling of the above exception, another|The above exception was the direct cause)/
const IGNORED = /^(?:Exception ignored |Error in sys\.|Error in atexit)/
const IN_THREAD = /^(?:Exception in thread |Task exception was never|Exception in callback )/
/** The rest of a long message and its notes may follow; a program that printed more than that did not end there. */
const MOST_LINES_BEHIND = 50
const LONGEST_LINE = 10_000

/** Every traceback in the text, in order. Those of the exceptions in a group stand behind that of the group. */
export function readTracebacks(text: string[]): Traceback[] {
  const lines = text.map((line) => (line.length > LONGEST_LINE ? line.slice(0, LONGEST_LINE) : line))
  const plain = lines.map((line) => (GROUP_RULE.test(line) ? '' : (GROUP_LINE.exec(line)?.[1] ?? line)))
  const starts = plain.flatMap((line, index) => (HEADER.test(line) ? [index] : []))
  // Python reports a syntax error without a header, and the header of a long traceback may have been cut off.
  const first = plain.findIndex((line) => FRAME.test(line))
  if (first !== -1 && first < (starts[0] ?? Number.POSITIVE_INFINITY)) starts.unshift(first - 1)
  let endedIn: Traceback['endedIn'] = 'program'
  const found = starts.map((start, index) => {
    const next = starts[index + 1] ?? plain.length
    endedIn = endOf(plain, start, endedIn)
    const section = readSection(plain.slice(start + 1, next))
    return section && { ...section, endedIn, isInGroup: plain[start] !== lines[start] }
  })
  const last = plain.findLastIndex((line) => line.trim() !== '')
  const isLast = last - (starts.at(-1) ?? 0) <= MOST_LINES_BEHIND + sectionLines(found.at(-1))
  return causesFirst(isLast ? found.filter((one) => one !== undefined) : [])
}

const sectionLines = (traceback: Traceback | undefined): number => 3 * (traceback?.frames.length ?? 0)

function endOf(lines: string[], start: number, before: Traceback['endedIn']): Traceback['endedIn'] {
  const introduction = lines.slice(Math.max(0, start - 3), start).findLast((line) => line.trim() !== '') ?? ''
  if (CHAINED.test(introduction)) return before
  if (IGNORED.test(introduction)) return 'nothing'
  return IN_THREAD.test(introduction) ? 'thread' : 'program'
}

function readSection(lines: string[]): Pick<Traceback, 'type' | 'message' | 'frames'> | undefined {
  const frames: Frame[] = []
  for (const [index, line] of lines.entries()) {
    const [, file, number] = FRAME.exec(line) ?? []
    if (file !== undefined) frames.push(frameOf({ file, line: Number(number) }, lines.slice(index + 1, index + 3)))
    const [, type, message = ''] = ENDING.exec(line) ?? []
    if (type !== undefined) return { type, message, frames }
  }
  return undefined
}

function frameOf(place: { file: string; line: number }, [shown = '', marker = '']: string[]): Frame {
  const isProgram = place.file === '/workspace/main.py' || place.file === 'main.py'
  if (!shown.startsWith('    ')) return { ...place, isProgram }
  return { ...place, isProgram, shown, ...(MARKER.test(marker) && { marker }) }
}

/** Exceptions in a group happened first: one with a place in the program tells more than the group around it. */
function causesFirst(tracebacks: Traceback[]): Traceback[] {
  if (!tracebacks.at(-1)?.isInGroup) return tracebacks
  const group = tracebacks.findLastIndex(({ type }) => /ExceptionGroup$/.test(type))
  const cause = tracebacks.slice(group + 1).find(({ frames }) => frames.some(({ isProgram }) => isProgram))
  return cause === undefined ? tracebacks : [...tracebacks.slice(0, group), cause]
}
