import type { GuardRule, LanguageGuard } from '../rule.ts'
import { hiddenRules } from './hidden/hidden-rules.ts'
import { injectionRules } from './injection/injection-rules.ts'
import { payloadRules } from './payload/payload-rules.ts'
import { secretRules } from './secret/secret-rules.ts'
import type { TextProgram } from './text-program.ts'
import { fold, glue } from './view.ts'

/** Dangers of text in any language: secrets, orders to its reader, hidden text, encoded programs. */
export const textGuard: LanguageGuard<TextProgram> = {
  languages: ['*'],
  rules: [...secretRules, ...injectionRules, ...hiddenRules, ...payloadRules] satisfies GuardRule<TextProgram>[],
  read: (source, language) => ({
    program: { source, language, glued: glue(source), folded: fold(source) },
    isPartial: false,
  }),
}
