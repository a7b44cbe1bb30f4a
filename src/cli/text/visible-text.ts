/**
 * Makes text of a program safe within a line of ours: it cannot move the cursor, change colours, start a new line or
 * reverse the reading order; every attempt is visible.
 */
export function visibleText(text: string): string {
  return text.toWellFormed().replace(HIDDEN, show).replaceAll('\t', TAB)
}

/** Makes hidden characters visible in text that may keep its line ends. */
export function visibleLines(text: string): string[] {
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map(visibleText)
}

const TAB = '    '

/** Controls except the tab, and formatting characters without a width: bidi marks, line and paragraph separators, BOM. */
const HIDDEN = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

/** Control characters have pictures of their own; the others are shown by number. */
function show(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}
