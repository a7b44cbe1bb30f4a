import { SEVERITIES, type Severity } from './finding.ts'
import { type GuardAction, type GuardFamily, type GuardPolicy, guardFamily } from './guard.ts'

type FilledPolicy = { [part in keyof GuardPolicy]-?: NonNullable<GuardPolicy[part]> }

/**
 * Makes a policy from lists of severities, families and rules. The stricter list counts for a name in two lists; every
 * other name is taken for a rule.
 */
export function policyOfNames(names: Record<GuardAction, readonly string[]>): FilledPolicy {
  const policy: FilledPolicy = { rules: {}, families: {}, severities: {} }
  for (const action of ['allow', 'warn', 'block'] as const) {
    for (const name of names[action]) {
      if (isSeverity(name)) policy.severities[name] = action
      else if (isFamily(name)) policy.families[name] = action
      else policy.rules[name] = action
    }
  }
  return policy
}

const isSeverity = (name: string): name is Severity => SEVERITIES.includes(name as Severity)
const isFamily = (name: string): name is GuardFamily => guardFamily.options.includes(name as GuardFamily)
