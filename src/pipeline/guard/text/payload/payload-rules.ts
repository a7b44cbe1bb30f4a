import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { encodedPayload } from './encoded-payload.ts'
import { reversedCode } from './reversed-code.ts'

export const payloadRules: readonly GuardRule<TextProgram>[] = [encodedPayload, reversedCode]
