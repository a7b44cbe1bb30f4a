import type { EventOf } from '../../contract/event.ts'
import type { TriedCandidate } from '../../contract/run.ts'
import type { Suggestion } from '../../contract/suggestion.ts'
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
    .filter(([, value]) => !value.startsWith('<function '))
    .slice(0, MOST_VALUES)
    .map(([name, value]) => clipTo(`    ${visibleText(name)} = ${visibleText(value)}`, width))
  const isNews = diagnosis.explanation !== '' && diagnosis.explanation !== `${diagnosis.type}: ${diagnosis.message}`
  return [
    ...(isNews ? visibleLines(diagnosis.explanation).map((line) => `  ${paint('cyan', line)}`) : []),
    ...values.map((line) => paint('dim', line)),
  ]
}

/** An assumption has a colour that nothing else has: here something was made up. */
export const assumptionLines = (assumption: string | undefined, paint: Paint): string[] =>
  assumption === undefined ? [] : [paint('magenta', `  ⚠ it assumes that ${visibleText(assumption)}`)]

/** The first attempt needs no lines; each further one shows its change and the other changes that were tried. */
export function correctionLines(
  { attempt, why, strategy, assumption, confidence, diff = '', tried = [] }: EventOf<'attempt.start'>,
  { paint, attempts }: RepairLook & { attempts: number },
): string[] {
  if (attempt === 1) return []
  const did = why ? ` · ${visibleText(why)}` : strategy ? ` · ${visibleText(strategy)}` : ''
  const by =
    why && strategy ? [paint('dim', `  by ${visibleText(strategy)}${sureText(confidence)}${triedText(tried)}`)] : []
  return [
    paint('yellow', `↻ attempt ${attempt} of ${attempts}${did}`),
    ...assumptionLines(assumption, paint),
    ...by,
    ...diffLines(diff, paint),
  ]
}

const MOST_SURE = 99

/** How likely a change is to be right; nothing where that is not known. No estimate is certain, so 99 % is the most that is reported. */
export const sureText = (confidence: number | undefined): string =>
  confidence === undefined ? '' : ` · ${Math.min(MOST_SURE, Math.round(confidence * 100))} % sure`

/** A change that is not made, because it is too likely to be wrong: the reader decides. */
export function suggestionLines(suggestion: Suggestion | undefined, paint: Paint): string[] {
  if (!suggestion) return []
  const { why, strategy, confidence, assumption, diff } = suggestion
  return [
    paint('magenta', `? suggested · ${visibleText(why)}`),
    ...assumptionLines(assumption, paint),
    paint('dim', `  by ${visibleText(strategy)}${sureText(confidence)} · not made, the program is as it came`),
    ...diffLines(diff, paint),
  ]
}

/** A program that ended well only after it was changed. */
export interface ProgramChange {
  /** The name of the program's block among others; empty for a single block. */
  name: string
  whys: string[]
  assumptions: string[]
}

/** Told once more before the run is called ok, for a reader who sees the last lines only. */
export function changeLines({ name, whys, assumptions }: ProgramChange, paint: Paint): string[] {
  const where = name === '' ? '' : ` (${name})`
  const did = whys.map(visibleText).join('; then ')
  return [
    paint('yellow', `↻ the program was changed${where}${did === '' ? '' : `: ${did}`}`),
    ...assumptions.flatMap((assumption) => assumptionLines(assumption, paint)),
  ]
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
export function stoppedLines({ stopped, suggestion }: EventOf<'block.end'>, { paint, width }: RepairLook): string[] {
  if (!stopped) return suggestionLines(suggestion, paint)
  const tried = (stopped.tried ?? []).filter(({ outcome }) => outcome === 'failed' || outcome === 'refused')
  const bold = tried.filter(({ outcome, assumption }) => outcome === 'refused' && assumption !== undefined)
  const others = tried.filter((each) => !bold.includes(each))
  const shown = others.slice(0, MOST_TRIED).map(({ why, detail }) => {
    const line = `  ✗ ${visibleText(why)}${detail ? ` → ${visibleText(detail)}` : ''}`
    return paint('dim', clipTo(line, width))
  })
  const more = others.length - shown.length
  return [
    `${paint('yellow', '▪')} not repaired · ${visibleText(stopped.text)}`,
    ...suggestionLines(suggestion, paint),
    ...shown,
    ...(more > 0 ? [paint('dim', `  … and ${more} more`)] : []),
    ...bold
      .slice(0, 1)
      .map((each) => paint('magenta', `  ⚠ --repair bold would assume that ${visibleText(each.assumption ?? '')}`)),
  ]
}
