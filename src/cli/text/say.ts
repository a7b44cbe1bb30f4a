import type { Host } from '../host.ts'
import { createPaint } from './screen.ts'
import { visibleText } from './visible-text.ts'

/** Prints a message beside the results, on stderr. */
export function say(host: Host, text: string): Promise<void> {
  return host.stderr.write(`${createPaint(host.stderr)('green', '✔')} ${visibleText(text)}\n`)
}
