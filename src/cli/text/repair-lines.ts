import type { EventOf } from '../../contract/event.ts'
import type { TriedCandidate } from '../../contract/run.ts'
import { clipTo } from './display-width.ts'
import type { Paint } from './screen.ts'
import { visibleLines, visibleText } from './visible-text.ts'

export interface RepairLook {
  paint: Paint
  width: number
}

const MOST_VALUES = 5
const MOST_DIFF_LINES = 40
const MOST_TRIED = 5

/** The meaning of the failure in one sentence, and the values of the variables. */
export function diagnosisLines({ diagnosis }: EventOf<'error.diagnosed'>, { paint, width }: RepairLook): string[] {
  const values = Object.entries(diagnosis.values ?? {})
    .slice(0, MOST_VALUES)
    .map(([name, value]) => clipTo(`    ${visibleText(name)} = ${visibleText(value)}`, width))
  const isNews = diagnosis.explanation !== '' && diagnosis.explanation !== `${diagnosis.type}: ${diagnosis.message}`
  return [
    ...(isNews ? visibleLines(diagnosis.explanation).map((line) => `  ${paint('cyan', line)}`) : []),
    ...values.map((line) => paint('dim', line)),
  ]
}

/** The first attempt needs no lines; each further one shows its change and the other changes that were tried. */
export function correctionLines(
  { attempt, why, strategy, diff = '', tried = [] }: EventOf<'attempt.start'>,
  { paint, attempts }: RepairLook & { attempts: number },
): string[] {
  if (attempt === 1) return []
  const did = why ? ` · ${visibleText(why)}` : strategy ? ` · ${visibleText(strategy)}` : ''
  const by = why && strategy ? [paint('dim', `  by ${visibleText(strategy)}${triedText(tried)}`)] : []
  return [paint('yellow', `↻ attempt ${attempt} of ${attempts}${did}`), ...by, ...diffLines(diff, paint)]
}

function triedText(tried: TriedCandidate[]): string {
  const ran = tried.filter(({ outcome }) => outcome === 'failed' || outcome === 'clean' || outcome === 'chosen').length
  return tried.length > 1 ? ` · ${tried.length} changes weighed, ${ran} run in sandboxes` : ''
}

/** Leaves out the two lines that name the file: there is only one. */
export function diffLines(diff: string, paint: Paint): string[] {
  if (diff === '') return []
  const lines = visibleLines(diff).filter((line) => !/^(?:---|\+\+\+) [ab]\//.test(line))
  const shown = lines.slice(0, MOST_DIFF_LINES).map((line) => paint(diffStyle(line), `  ${line}`.trimEnd()))
  const more = lines.length - shown.length
  return more > 0 ? [...shown, paint('dim', `  … ${more} more lines`)] : shown
}

const diffStyle = (line: string) => (line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim')

/** The reason why no further attempt was made, and the changes that were tried in vain. */
export function stoppedLines({ stopped }: EventOf<'block.end'>, { paint, width }: RepairLook): string[] {
  if (!stopped) return []
  const tried = (stopped.tried ?? []).filter(({ outcome }) => outcome === 'failed' || outcome === 'refused')
  const shown = tried.slice(0, MOST_TRIED).map(({ why, detail }) => {
    const line = `  ✗ ${visibleText(why)}${detail ? ` → ${visibleText(detail)}` : ''}`
    return paint('dim', clipTo(line, width))
  })
  const more = tried.length - shown.length
  return [
    `${paint('yellow', '▪')} not repaired · ${visibleText(stopped.text)}`,
    ...shown,
    ...(more > 0 ? [paint('dim', `  … and ${more} more`)] : []),
  ]
}
