import { SEVERITIES } from '../../../../contract/finding.ts'
import type { Spot } from '../../rule.ts'
import type { BashRule } from './by-command.ts'

/** The same rule, with one spot for each place, the worst: loops and functions are read once for every value. */
export function onceEach(rule: BashRule): BashRule {
  const rank = ({ severity = rule.severity }: Spot) => SEVERITIES.indexOf(severity)
  return {
    ...rule,
    find(program) {
      const found = new Map<string, Spot>()
      for (const spot of rule.find(program)) {
        const key = `${spot.start}:${spot.end}`
        const known = found.get(key)
        if (!known || rank(spot) > rank(known)) found.set(key, spot)
      }
      return found.values()
    },
  }
}
