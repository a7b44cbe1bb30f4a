import { SEVERITIES, type Severity } from '../contract/finding.ts'
import { type GuardAction, type GuardFamily, type GuardPolicy, guardFamily } from '../contract/guard.ts'
import type { Config } from './settings.ts'

type Filled = { [part in keyof GuardPolicy]-?: NonNullable<GuardPolicy[part]> }

/** The policy of the server, from three lists. A name in two of them counts as the stricter says. */
export function guardPolicyOf({ guardBlock, guardWarn, guardAllow }: Config): GuardPolicy {
  const actions: [GuardAction, string[]][] = [
    ['allow', guardAllow],
    ['warn', guardWarn],
    ['block', guardBlock],
  ]
  const policy = { rules: {}, families: {}, severities: {} } satisfies GuardPolicy as Filled
  for (const [action, names] of actions) {
    for (const name of names) {
      if (SEVERITIES.includes(name as Severity)) policy.severities[name as Severity] = action
      else if (guardFamily.options.includes(name as GuardFamily)) policy.families[name as GuardFamily] = action
      else policy.rules[name] = action
    }
  }
  return policy
}
