import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'
import { lookalikeName } from './lookalike-name.ts'
import { turnedText } from './turned-text.ts'
import { unseenCharacters } from './unseen-characters.ts'

export const hiddenRules: readonly GuardRule<TextProgram>[] = [turnedText, unseenCharacters, lookalikeName]
