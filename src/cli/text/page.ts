import type { Host } from '../host.ts'
import { createStatusLine } from './status-line.ts'

const RESET_STYLE = '\u001b[0m'

export interface Page {
  /** Writes output of the program unchanged, on its own stream. */
  program(stream: 'stdout' | 'stderr', text: string): Promise<void>
  /** Writes a value that the program showed: on stdout, always from the start of a line. */
  value(text: string): Promise<void>
  /** Writes lines of ours on stderr, always from the start of a line and in our own style. */
  say(lines: string[]): Promise<void>
  close(): void
}

/** Lets a program, our own lines and the live status share one terminal without mixing. */
export function createPage(host: Host, status: () => string | undefined): Page {
  const midLine = { terminal: false, stdout: false, stderr: false }
  let styleChanged = false
  const statusLine = createStatusLine(host, () => (midLine.terminal ? undefined : status()))

  const page: Page = {
    async program(stream, text) {
      if (text === '') return
      const screen = host[stream]
      const endsOpen = !text.endsWith('\n')
      midLine[stream] = endsOpen
      if (screen.isTerminal) {
        midLine.terminal = endsOpen
        styleChanged ||= text.includes('\u001b')
        statusLine.erase()
      }
      await screen.write(text)
    },
    async value(text) {
      const isOpen = host.stdout.isTerminal ? midLine.terminal : midLine.stdout
      await page.program('stdout', `${isOpen ? '\n' : ''}${text}`)
    },
    async say(lines) {
      const { stderr } = host
      const isOpen = stderr.isTerminal ? midLine.terminal : midLine.stderr
      const reset = stderr.isTerminal && styleChanged ? RESET_STYLE : ''
      midLine.terminal &&= !stderr.isTerminal
      midLine.stderr = false
      styleChanged = false
      statusLine.erase()
      await stderr.write(`${reset}${isOpen ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`)
    },
    close: () => statusLine.stop(),
  }
  return page
}
