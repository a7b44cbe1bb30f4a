import type { GuardPolicy } from '../contract/guard.ts'
import { policyOfNames } from '../contract/policy-of-names.ts'
import type { Config } from './settings.ts'

/** The policy of the server, made from its three lists. */
export const guardPolicyOf = ({ guardBlock, guardWarn, guardAllow }: Config): GuardPolicy =>
  policyOfNames({ block: guardBlock, warn: guardWarn, allow: guardAllow })
