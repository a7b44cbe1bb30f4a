import { titleOfRun } from '../../contract/title-of.ts'
import type { RunEntry } from '../event/journal-entry.ts'

/** The title of a run by what it told so far. Secrets are hidden in events already. */
export function titleIn(entries: readonly RunEntry[]): string {
  const start = entries.find((entry) => entry.type === 'run.start')
  const programs = entries.flatMap((entry) => (entry.type === 'block.found' ? [entry.found] : []))
  return titleOfRun(start?.request?.task, programs)
}
