/** Node's report about the error that ended a program. */
export interface Uncaught {
  type: string
  message: string
  /** Absent when the program printed its error itself before it exited. */
  place?: { file: string; line: number; shown: string[]; marker?: string }
  stack: string[]
}

const PLACE = /^((?:file:\/\/)?\/\S+|(?:node|data):\S+|<anonymous_script>|\[eval\d*\]|evalmachine\.<anonymous>):(\d+)$/
const MARKS = /^\s*\^*\s*$/
const VERSION = /^Node\.js v\d/
const STACK = /^ {4}at /
/** `Type: message`, `Type [CODE]: message`, or the type alone. */
const WHAT = /^(?:Uncaught )?([A-Za-z_$][\w$. ]{0,80}?)(?: \[[\w-]+\])?(?:: (.*))?$/
const TYPESCRIPT = /^SyntaxError \[ERR_(?:INVALID|UNSUPPORTED)_TYPESCRIPT_SYNTAX\]: /
const MOST_SHOWN = 200

export function findUncaught(lines: string[]): Uncaught | undefined {
  const end = lines.findLastIndex((line) => line.trim() !== '')
  return VERSION.test(lines[end] ?? '') ? readReport(lines.slice(0, end)) : readPrinted(lines.slice(0, end + 1))
}

/** Printed by Node itself: the place stands in front. */
function readReport(lines: string[]): Uncaught | undefined {
  const at = lines.findLastIndex((line) => PLACE.test(line))
  const [, file = '', line] = PLACE.exec(lines[at] ?? '') ?? []
  if (line === undefined) return undefined
  const marks = lines.findIndex((text, index) => index > at + 1 && MARKS.test(text))
  // Node's type stripper also shows lines behind the marked one.
  const stripping = lines.findIndex((text, index) => index > at && TYPESCRIPT.test(text))
  const next = lines.findIndex((text, index) => index > Math.max(marks, at + 1) && text.trim() !== '')
  const what = stripping === -1 ? next : stripping
  if (marks === -1 || what === -1) return undefined
  const shown = lines.slice(at + 1, marks).slice(-MOST_SHOWN)
  const marker = lines[marks]?.includes('^') ? lines[marks] : undefined
  const place = { file: file.replace('file://', ''), line: Number(line), shown, ...(marker && { marker }) }
  return { ...describe(lines, what), place, stack: stackBehind(lines, what) }
}

/** Printed by the program: an error and its stack, as the last thing it said. */
function readPrinted(lines: string[]): Uncaught | undefined {
  const last = lines.findLastIndex((line) => STACK.test(line))
  if (last === -1) return undefined
  const first = lines.findLastIndex((line, index) => index < last && !STACK.test(line)) + 1
  const what = lines.findLastIndex(
    (line, index) => index < first && /^(?:Uncaught )?[A-Z][\w$]*(?: \[|: |$)/.test(line),
  )
  return what === -1 ? undefined : { ...describe(lines, what), stack: lines.slice(first, last + 1) }
}

/** A value that is no error is shown as it is, without a stack. */
function describe(lines: string[], at: number): { type: string; message: string } {
  const text = lines[at] ?? ''
  // An error without a stack of its own stands in brackets.
  const bracketed = /^\[(.*)\](?: \{)?$/.exec(text)?.[1]
  const [, type, message = ''] = WHAT.exec(bracketed ?? text) ?? []
  const isError = bracketed !== undefined || stackBehind(lines, at).length > 0
  return type !== undefined && isError ? { type, message } : { type: 'Uncaught', message: text }
}

function stackBehind(lines: string[], at: number): string[] {
  const first = lines.findIndex((line, index) => index > at && STACK.test(line))
  return first === -1 ? [] : lines.slice(first).filter((line) => /^ +at /.test(line))
}
