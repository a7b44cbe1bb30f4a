export interface FenceStart {
  mark: string
  length: number
  info: string
}

/** The opening line of a fence; the info of a backtick fence contains no backtick. */
export function fenceStart(text: string): FenceStart | undefined {
  const mark = text[0]
  if (mark !== '`' && mark !== '~') return undefined
  const length = runOf(text, mark)
  if (length < 3) return undefined
  const info = text.slice(length).trim()
  return mark === '`' && info.includes('`') ? undefined : { mark, length, info }
}

export function closesFence(text: string, { mark, length }: FenceStart): boolean {
  if (text[0] !== mark) return false
  const run = runOf(text, mark)
  return run >= length && text.slice(run).trim() === ''
}

export interface ItemStart {
  markLength: number
  /** An ordered item that starts with another number than 1 does not interrupt a paragraph. */
  interruptsText: boolean
}

export function itemStart(text: string): ItemStart | undefined {
  const [mark = '', number] = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(text.slice(0, 12)) ?? []
  if (mark === '') return undefined
  const isEmpty = text.slice(mark.length).trim() === ''
  return { markLength: mark.length, interruptsText: !isEmpty && (number === undefined || Number(number) === 1) }
}

export const isHeading = (text: string): boolean => /^#{1,6}(?:[ \t]|$)/.test(text)

export const isUnderline = (text: string): boolean => isRunThenBlank(text, '=') || isRunThenBlank(text, '-')

/** Three or more of one mark, with nothing but white space between. */
export function isBreak(text: string): boolean {
  const mark = text[0]
  if (mark !== '-' && mark !== '*' && mark !== '_') return false
  let marks = 0
  for (const character of text) {
    if (character === mark) marks += 1
    else if (character !== ' ' && character !== '\t') return false
  }
  return marks >= 3
}

const isRunThenBlank = (text: string, mark: string): boolean =>
  text[0] === mark && text.slice(runOf(text, mark)).trim() === ''

function runOf(text: string, mark: string): number {
  let length = 0
  while (text[length] === mark) length += 1
  return length
}
