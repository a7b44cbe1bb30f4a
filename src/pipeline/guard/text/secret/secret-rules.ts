import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { addressPassword } from './address-password.ts'
import { namedSecret } from './named-secret.ts'
import { privateKey } from './private-key.ts'
import { providerKeys } from './provider-keys.ts'

export const secretRules: readonly GuardRule<TextProgram>[] = [
  ...providerKeys,
  privateKey,
  addressPassword,
  namedSecret,
]
