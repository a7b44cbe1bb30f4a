import { stripVTControlCharacters } from 'node:util'

let segmenter: Intl.Segmenter | undefined
/** The segmenter is made at its first use: that takes as long as loading all commands, and most texts are plain. */
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

/** Columns that a text takes on a terminal; colours take none. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(stripVTControlCharacters(text))) width += graphemeWidth(segment)
  return width
}

/** Fills up with spaces on the right, or on the left. */
export function padTo(text: string, options: { width: number; align?: 'left' | 'right' }): string {
  const space = ' '.repeat(Math.max(0, options.width - displayWidth(text)))
  return options.align === 'right' ? space + text : text + space
}

/** Plain text cut to a width, with … in place of the rest. */
export function clipTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 1
  for (const { segment } of graphemesOf(text)) {
    used += graphemeWidth(segment)
    if (used > width) break
    kept += segment
  }
  return width > 0 ? `${kept}…` : ''
}

/** Plain text broken between words; a word longer than the width stays whole. */
export function wrapTo(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && displayWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function graphemeWidth(grapheme: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u.test(grapheme)) return 0
  return /\p{Emoji_Presentation}|\ufe0f/u.test(grapheme) || isWide(grapheme.codePointAt(0) ?? 0) ? 2 : 1
}

/** Ranges of East Asian scripts and signs that terminals draw two columns wide. */
function isWide(code: number): boolean {
  return WIDE.some(([first, last]) => code >= first && code <= last)
}

const WIDE: [number, number][] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
]
