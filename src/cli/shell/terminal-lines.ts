import { createInterface } from 'node:readline'
import type { ReadStream, WriteStream } from 'node:tty'
import { INTERRUPTED, type Lines } from './lines.ts'

export interface TerminalOptions {
  /** The newest first. */
  history: string[]
  onLine(line: string): void
  /** The offers for Tab, and the text that each of them replaces. */
  complete?(line: string): Promise<[string[], string]>
}

const MOST_HISTORY = 1000

/**
 * Typed lines, with the keys of a shell. Between two of them the terminal is as a program finds it: Ctrl-C is a signal,
 * and typed-ahead input is kept.
 */
export function openTerminalLines(
  { input, output }: { input: ReadStream; output: WriteStream },
  { history, onLine, complete }: TerminalOptions,
): Lines {
  const editor = createInterface({
    ...{ input, output, history, terminal: true },
    historySize: MOST_HISTORY,
    removeHistoryDuplicates: true,
    ...(complete && { completer: offersOf(complete) }),
  })
  const queue: (string | typeof INTERRUPTED)[] = []
  let isOver = false
  let wake = () => {}
  const push = (line: string | typeof INTERRUPTED) => {
    queue.push(line)
    wake()
  }
  editor.on('line', (line) => {
    if (line.trim() !== '') onLine(line)
    push(line)
  })
  editor.on('SIGINT', () => {
    output.write('^C\n')
    // Emptying the line draws it again: the next prompt is drawn only when a line can be typed.
    editor.setPrompt('')
    editor.write(null, { ctrl: true, name: 'e' })
    editor.write(null, { ctrl: true, name: 'u' })
    push(INTERRUPTED)
  })
  editor.once('close', () => {
    isOver = true
    wake()
  })
  input.setRawMode(false)

  return {
    isTyped: true,
    async read(prompt) {
      if (queue.length === 0 && !isOver) {
        input.setRawMode(true)
        editor.setPrompt(prompt)
        editor.prompt()
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        if (!isOver) editor.pause()
        input.setRawMode(false)
      }
      return queue.shift()
    },
    peek: async () => queue.find((line) => line !== INTERRUPTED),
    close: () => editor.close(),
  }
}

type Offers = [string[], string]

/** A session that does not answer offers nothing. */
const offersOf =
  (complete: (line: string) => Promise<Offers>) =>
  (line: string, done: (error: null, offers: Offers) => void): void =>
    void complete(line).then(
      (offers) => done(null, offers),
      () => done(null, [[], line]),
    )
