import type { Finding } from '../../contract/finding.ts'
import type { GuardAction, GuardFamily, GuardPolicy } from '../../contract/guard.ts'
import { UNREADABLE } from './unreadable.ts'

/** Critical findings are never written by accident. All others are reported and left to the caller: the sandbox is the wall. */
export const DEFAULT_POLICY = {
  // Nobody knows what else stands in such a program, so only a policy that names this rule lets it pass.
  rules: { [UNREADABLE]: 'block' },
  severities: { critical: 'block', high: 'warn', medium: 'warn', low: 'warn', info: 'allow' },
} as const satisfies GuardPolicy

/** The policies for one run, the more general first. */
export interface PolicyLayers {
  server: GuardPolicy
  user?: GuardPolicy | undefined
  call?: GuardPolicy | undefined
  /** Whether users and calls may only forbid more than the server does, never less. */
  onlyTighter: boolean
}

export type Judge = (finding: Pick<Finding, 'rule' | 'family' | 'severity'>) => GuardAction

/**
 * An entry for the rule counts before one for its family, and that before one for the severity; among equals the one nearest
 * to the call.
 */
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
