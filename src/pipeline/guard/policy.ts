import type { Finding } from '../../contract/finding.ts'
import type { GuardAction, GuardFamily, GuardPolicy } from '../../contract/guard.ts'

/** Critical is what nobody writes by accident. All else is said, and left to the caller: the box is the wall. */
export const DEFAULT_POLICY = {
  severities: { critical: 'block', high: 'warn', medium: 'warn', low: 'warn', info: 'allow' },
} as const satisfies GuardPolicy

/** The policies that speak about one run, the more general first. */
export interface PolicyLayers {
  server: GuardPolicy
  user?: GuardPolicy | undefined
  call?: GuardPolicy | undefined
  /** Users and calls may forbid more than the server does, never less. */
  onlyTighter: boolean
}

export type Judge = (finding: Pick<Finding, 'rule' | 'family' | 'severity'>) => GuardAction

/** What names the rule counts before what names its family, and that before the severity; among equals the nearest to the call. */
export function judgeBy({ server, user, call, onlyTighter }: PolicyLayers): Judge {
  const ofServer = actionIn([DEFAULT_POLICY, server])
  const ofAll = actionIn([DEFAULT_POLICY, server, user ?? {}, call ?? {}])
  if (!onlyTighter) return ofAll
  return (finding) => {
    const actions = [ofServer(finding), ofAll(finding)]
    return STRICTEST_FIRST.find((action) => actions.includes(action)) as GuardAction
  }
}

const STRICTEST_FIRST: readonly GuardAction[] = ['block', 'warn', 'allow']

function actionIn(layers: readonly GuardPolicy[]): Judge {
  const nearest = [...layers].reverse()
  return ({ rule, family, severity }) => {
    const named =
      nearest.find(({ rules }) => rules && Object.hasOwn(rules, rule))?.rules?.[rule] ??
      nearest.find(({ families }) => families?.[family as GuardFamily])?.families?.[family as GuardFamily] ??
      nearest.find(({ severities }) => severities?.[severity])?.severities?.[severity]
    return named ?? 'warn'
  }
}
