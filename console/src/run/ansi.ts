export interface Span {
  text: string
  /** Classes of `log.css`; a program cannot choose any others. */
  classes: string
}

interface Style {
  fore: string
  back: string
  flags: Set<string>
}

const FLAGS: Record<number, string> = { 1: 'bold', 2: 'faint', 3: 'italic', 4: 'underlined', 7: 'inverse', 9: 'struck' }
const ENDS: Record<number, string[]> = {
  ...{ 22: ['bold', 'faint'], 23: ['italic'], 24: ['underlined'], 27: ['inverse'], 29: ['struck'] },
}

const PIECES =
  /\x1b\[([\d;:]*)m|\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[PX^_][^\x1b]*(?:\x1b\\)?|[@-Z\\-_]|[ -/]+[0-~]|$)/g

/** A line of a terminal as pieces of one style each. Only colours and the like are read; every other escape is left out. */
export function spansOf(line: string, before = ''): Span[] {
  if (before === '' && !line.includes('\x1b')) return [{ text: line, classes: '' }]
  const style: Style = { fore: '', back: '', flags: new Set() }
  for (const [, codes] of before.matchAll(PIECES)) if (codes !== undefined) apply(style, codes)
  const spans: Span[] = []
  let at = 0
  const push = (end: number) => {
    if (end > at) spans.push({ text: line.slice(at, end), classes: classesOf(style) })
  }
  for (const found of line.matchAll(PIECES)) {
    push(found.index)
    at = found.index + found[0].length
    if (found[1] !== undefined) apply(style, found[1])
  }
  push(line.length)
  return spans
}

function apply(style: Style, codes: string): void {
  const numbers = codes.split(/[;:]/).map(Number)
  for (let index = 0; index < numbers.length; index++) {
    const code = numbers[index] ?? 0
    if (code === 38 || code === 48) {
      // A colour out of 256 is shown as the nearest of the 16; one by its parts is not shown.
      const isTable = numbers[index + 1] === 5
      const colour = isTable ? String((numbers[index + 2] ?? 0) % 16) : ''
      if (code === 38) style.fore = colour
      else style.back = colour
      index += isTable ? 2 : 4
    } else applyOne(style, code)
  }
}

function applyOne(style: Style, code: number): void {
  if (code === 0) {
    style.fore = style.back = ''
    style.flags.clear()
  } else if (FLAGS[code]) style.flags.add(FLAGS[code])
  else if (ENDS[code]) for (const flag of ENDS[code]) style.flags.delete(flag)
  else if (code >= 30 && code <= 37) style.fore = String(code - 30)
  else if (code >= 90 && code <= 97) style.fore = String(code - 82)
  else if (code === 39) style.fore = ''
  else if (code >= 40 && code <= 47) style.back = String(code - 40)
  else if (code >= 100 && code <= 107) style.back = String(code - 92)
  else if (code === 49) style.back = ''
}

function classesOf({ fore, back, flags }: Style): string {
  const named = [...flags].map((flag) => `ansi-${flag}`)
  return [...named, ...(fore && [`ansi-${fore}`]), ...(back && [`ansi-on-${back}`])].join(' ')
}
