import type { Strategy } from '../strategy.ts'
import { withinLength } from '../within-length.ts'
import { arithmetic } from './arithmetic.ts'
import { assignment } from './assignment.ts'
import { beginBody } from './begin-body.ts'
import { cleanText } from './clean-text.ts'
import { closeBlock, strayCloser } from './close-block.ts'
import { closeQuote } from './close-quote.ts'
import { closeSubstitution } from './close-substitution.ts'
import { doubledWord } from './doubled-word.ts'
import { elseIf } from './else-if.ts'
import { endBranch } from './end-branch.ts'
import { foreignBlock } from './foreign-block.ts'
import { foreignCall } from './foreign-call.ts'
import { functionForm } from './function-form.ts'
import { hereDocument } from './here-document.ts'
import { joinedCommand } from './joined-command.ts'
import { missingDirectory } from './missing-directory.ts'
import { missingDollar } from './missing-dollar.ts'
import { misspeltCommand, variableAsCommand } from './misspelt-command.ts'
import { misspeltKeyword } from './misspelt-keyword.ts'
import { misspeltVariable } from './misspelt-variable.ts'
import { oddHeads } from './odd-heads.ts'
import { smallForms } from './small-forms.ts'
import { spaceBrackets } from './space-brackets.ts'
import { testForm } from './test-form.ts'
import { unfinishedArgument } from './unfinished-argument.ts'

export const bashStrategies: readonly Strategy[] = withinLength([
  arithmetic,
  assignment,
  beginBody,
  cleanText,
  closeBlock,
  closeQuote,
  closeSubstitution,
  doubledWord,
  elseIf,
  endBranch,
  foreignBlock,
  foreignCall,
  functionForm,
  hereDocument,
  joinedCommand,
  missingDirectory,
  missingDollar,
  misspeltCommand,
  misspeltKeyword,
  misspeltVariable,
  oddHeads,
  smallForms,
  spaceBrackets,
  strayCloser,
  testForm,
  unfinishedArgument,
  variableAsCommand,
])
