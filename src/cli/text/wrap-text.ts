import { displayWidth } from './display-width.ts'

const LEAST_WIDTH = 20

/** Text in lines of at most this width, broken at spaces; a word that is longer has a line of its own. */
export function wrapText(text: string, width: number): string[] {
  const room = Math.max(LEAST_WIDTH, width)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && displayWidth(longer) > room) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}
