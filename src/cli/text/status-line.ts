import type { Host } from '../host.ts'
import { clipTo } from './display-width.ts'
import { createPaint } from './screen.ts'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const INTERVAL_MS = 100
const ERASE_LINE = '\r\u001b[K'

export interface StatusLine {
  /** Removes the line before something else is written; the next tick draws it again. */
  erase(): void
  /** Removes the line for good. */
  stop(): void
}

/**
 * One live line at the bottom of the terminal. Only the clock draws it, so that quick runs never flicker, and only
 * where `text` allows it, so that it never lands within a line of the program.
 */
export function createStatusLine(host: Host, text: () => string | undefined): StatusLine {
  const { stderr } = host
  if (!stderr.isTerminal) return { erase: () => undefined, stop: () => undefined }
  const paint = createPaint(stderr)
  let shown = false
  let frame = 0

  // A status that cannot be written must not stop the work.
  const write = (line: string) => void stderr.write(line).catch(() => undefined)
  const draw = () => {
    const words = text()
    if (words === undefined) return
    shown = true
    const spinner = FRAMES[frame++ % FRAMES.length] ?? ''
    write(`${ERASE_LINE}${paint('cyan', spinner)} ${paint('dim', clipTo(words, stderr.columns - 3))}`)
  }
  const erase = () => {
    if (shown) write(ERASE_LINE)
    shown = false
  }
  const stopTicking = host.every(INTERVAL_MS, draw)
  return {
    erase,
    stop: () => {
      stopTicking()
      erase()
    },
  }
}
