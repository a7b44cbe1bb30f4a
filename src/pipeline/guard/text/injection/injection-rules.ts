import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { orderToAssistant } from './order-to-assistant.ts'
import { smugglingPicture } from './smuggling-picture.ts'
import { toolMarkup } from './tool-markup.ts'

export const injectionRules: readonly GuardRule<TextProgram>[] = [orderToAssistant, toolMarkup, smugglingPicture]
