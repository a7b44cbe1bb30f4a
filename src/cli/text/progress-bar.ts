import type { Host } from '../host.ts'
import { byteText } from './byte-text.ts'
import { createStatusLine } from './status-line.ts'

export interface ProgressBar {
  add(bytes: number): void
  /** Removes the bar. */
  stop(): void
}

const CELLS = 24

/** The progress of a long transfer, as the live line of a terminal; nothing anywhere else. */
export function createProgressBar(
  host: Host,
  { what, totalBytes }: { what: string; totalBytes?: number },
): ProgressBar {
  let doneBytes = 0
  const line = createStatusLine(host, () => `${what} ${progressText(doneBytes, totalBytes)}`)
  return {
    add: (bytes) => {
      doneBytes += bytes
    },
    stop: line.stop,
  }
}

export function progressText(doneBytes: number, totalBytes: number | undefined): string {
  if (totalBytes === undefined) return byteText(doneBytes)
  const share = totalBytes === 0 ? 1 : Math.min(1, doneBytes / totalBytes)
  const full = Math.floor(share * CELLS)
  const bar = '█'.repeat(full) + '░'.repeat(CELLS - full)
  return `${bar} ${Math.floor(share * 100)} % · ${byteText(doneBytes)} of ${byteText(totalBytes)}`
}
