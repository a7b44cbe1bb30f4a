import type { Host } from '../host.ts'
import { createPaint } from './screen.ts'
import { visibleText } from './visible-text.ts'

/** What was done, beside the results. */
export function say(host: Host, text: string): Promise<void> {
  return host.stderr.write(`${createPaint(host.stderr)('green', '✔')} ${visibleText(text)}\n`)
}
