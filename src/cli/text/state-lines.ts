import type { AttemptState, LostPart } from '../../contract/attempt-state.ts'
import { clipTo } from './display-width.ts'
import type { Paint } from './screen.ts'
import { visibleText } from './visible-text.ts'

interface StateLook {
  paint: Paint
  width: number
}

const MOST_LOST = 8

/** The fate of the changes of an execution in a session; empty when all of them were kept. */
export function stateLines({ kept, undo, why, lost = [] }: AttemptState, look: StateLook): string[] {
  const { paint } = look
  const undone = `↶ undone: the session is as it was before${undo === 'saved' ? ', brought back from its saved state' : ''}`
  const reason = why === undefined ? [] : [paint('dim', `  ${visibleText(why)}`)]
  return [...(kept ? [] : [paint('cyan', undone), ...reason]), ...lostLines(lost, look)]
}

/** Each value that a saved state does not hold, with its name and the reason. */
export function lostLines(lost: readonly LostPart[], { paint, width }: StateLook): string[] {
  if (lost.length === 0) return []
  const shown = lost.slice(0, MOST_LOST).map(({ what, language, why }) => {
    const of = language === undefined ? '' : ` (${language})`
    return clipTo(`  ${visibleText(what)}${visibleText(of)}: ${visibleText(why)}`, width)
  })
  const more = lost.length - shown.length
  return [
    `${paint('yellow', '▲')} not part of the saved state:`,
    ...shown.map((line) => paint('dim', line)),
    ...(more > 0 ? [paint('dim', `  … and ${more} more`)] : []),
  ]
}
