import type { EventOf } from '../../contract/event.ts'
import { SEVERITIES } from '../../contract/finding.ts'
import { byteText } from './byte-text.ts'
import { clipTo } from './display-width.ts'
import type { Paint } from './screen.ts'
import { durationText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

interface Look {
  paint: Paint
  width: number
}

const MOST_SHOWN = 5
/** `anneal guard` and --json show milder findings too. */
const LEAST_TOLD = SEVERITIES.indexOf('medium')

/** Dangers in a program that is about to run; a finding that blocks it is shown at the end. */
export function dangerLines({ findings, attempt }: EventOf<'code.guarded'>, { paint, width }: Look): string[] {
  const told = findings.filter(
    ({ action, severity }) => action === 'warn' && SEVERITIES.indexOf(severity) >= LEAST_TOLD,
  )
  // A correction may not add dangers: the first attempt shows them all.
  if (attempt > 1 || told.length === 0) return []
  const shown = told.slice(0, MOST_SHOWN).map(({ severity, line, message, rule }) => {
    const text = `line ${line}: ${visibleText(message)} (${visibleText(rule)})`
    return `${paint(severity === 'medium' ? 'yellow' : 'red', `⚠ ${severity}`)} ${clipTo(text, width - severity.length - 3)}`
  })
  const more = told.length - shown.length
  return more > 0 ? [...shown, paint('dim', `  … and ${more} more; see "anneal guard"`)] : shown
}

/** The resources that a program spent, beside earlier runs. */
export function measureLines({ measured }: EventOf<'code.measured'>, { paint }: Look): string[] {
  const { wallMs, cpuMs, memoryPeakBytes, readBytes, writtenBytes, earlier } = measured
  const parts = [
    `took ${durationText(wallMs)}`,
    cpuMs !== null && `${durationText(cpuMs)} of processor time`,
    memoryPeakBytes !== null && `${byteText(memoryPeakBytes)} of memory at most`,
    readBytes !== null && readBytes > 0 && `read ${byteText(readBytes)}`,
    writtenBytes !== null && writtenBytes > 0 && `wrote ${byteText(writtenBytes)}`,
    earlier &&
      `${earlier.verdict === 'like' ? 'as' : earlier.verdict} ${earlier.verdict === 'like' ? 'before' : 'than before'} (${earlier.runs} ${earlier.runs === 1 ? 'run' : 'runs'})`,
  ]
  return [paint('dim', `▪ ${parts.filter(Boolean).join(' · ')}`)]
}
