import type { BackupProgress } from '../../contract/backup.ts'
import type { Host } from '../host.ts'
import { byteText } from './byte-text.ts'
import { createStatusLine } from './status-line.ts'

const BAR_CELLS = 20
const LINE_EVERY_PERCENT = 10

export interface ProgressView {
  show(progress: BackupProgress): void
  stop(): void
}

/** A bar at the bottom of a terminal; a few plain lines in a log. */
export function createProgressView(host: Host): ProgressView {
  let current: BackupProgress | undefined
  let told = 0
  const status = createStatusLine(host, () => current && barText(current))
  const tell = (progress: BackupProgress) => {
    if (!host.stderr.isTerminal) void host.stderr.write(`${countText(progress)}\n`)
  }
  return {
    show(progress) {
      const before = current
      current = progress
      if (before && before.step !== progress.step) {
        if (before.step === 'rows') tell(before)
        told = 0
      }
      const due = Math.floor((percentOf(progress) ?? 0) / LINE_EVERY_PERCENT)
      if (due > told) tell(progress)
      told = due
    },
    stop: status.stop,
  }
}

/** "content ██████████░░░░░░░░░░ 50 % · 12 of 24 objects, 1.5 MB" */
export function barText(progress: BackupProgress): string {
  const percent = percentOf(progress)
  if (percent === undefined) return countText(progress)
  const full = Math.round((percent / 100) * BAR_CELLS)
  const bar = '█'.repeat(full) + '░'.repeat(BAR_CELLS - full)
  return `${progress.step} ${bar} ${Math.floor(percent)} % · ${countText(progress, '')}`
}

function countText({ step, rows, objects, objectsTotal, bytes }: BackupProgress, prefix = `${step}: `): string {
  const count = (value: number) => value.toLocaleString('en')
  if (step === 'rows') return `${prefix}${count(rows)}`
  if (step === 'checking') return `${prefix}${byteText(bytes)} of ${byteText(objectsTotal)}`
  return `${prefix}${count(objects)} of ${count(objectsTotal)} objects, ${byteText(bytes)}`
}

/** The number of rows is unknown before they are read. */
function percentOf({ step, objects, objectsTotal, bytes }: BackupProgress): number | undefined {
  if (step === 'rows' || objectsTotal === 0) return undefined
  return (100 * (step === 'checking' ? bytes : objects)) / objectsTotal
}
