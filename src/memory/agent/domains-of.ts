import type { DomainRecord } from '../../contract/agent.ts'
import type { RunFact } from '../../contract/feedback.ts'
import { levelOf, wilson } from './wilson.ts'

/** An agent is as good as its last runs: an older record neither lifts nor holds it down. */
const LAST_RUNS = 100

/** The record of an agent by language and kind of task; the facts come newest first. */
export function domainsOf(facts: readonly RunFact[]): DomainRecord[] {
  const grouped = Object.groupBy(facts.filter(counts), ({ language, kind }) => `${language} ${kind}`)
  const records = Object.values(grouped).flatMap((all = []) => {
    const last = all.slice(0, LAST_RUNS)
    const [first] = last
    if (!first) return []
    const counted = { runs: last.length, succeeded: last.filter(({ outcome }) => outcome === 'ok').length }
    const { language, kind } = first
    return [{ language, kind, ...counted, ...wilson(counted.succeeded, counted.runs), level: levelOf(counted) }]
  })
  return records.sort((one, other) => other.runs - one.runs || (one.language < other.language ? -1 : 1))
}

/** A run that was cancelled, or failed through no fault of its program, says nothing about an agent. */
const counts = ({ outcome }: RunFact): boolean => outcome !== 'cancelled' && outcome !== 'error'
