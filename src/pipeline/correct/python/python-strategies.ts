import type { Strategy } from '../strategy.ts'
import { abstractMethod } from './abstract-method.ts'
import { bareGenerator } from './bare-generator.ts'
import { callOrNot } from './call-or-not.ts'
import { callSuper } from './call-super.ts'
import { classOfTest } from './class-of-test.ts'
import { closeBracket } from './close-bracket.ts'
import { closeString } from './close-string.ts'
import { closeTripleQuote } from './close-triple-quote.ts'
import { comparedStatement } from './compared-statement.ts'
import { convertArgument } from './convert-argument.ts'
import { convertOperand } from './convert-operand.ts'
import { dateFormat } from './date-format.ts'
import { divisionByZero } from './division-by-zero.ts'
import { equalsSign } from './equals-sign.ts'
import { escapedPattern } from './escaped-pattern.ts'
import { fString } from './f-string.ts'
import { fencedAnswer } from './fenced-answer.ts'
import { filledList } from './filled-list.ts'
import { firstItem } from './first-item.ts'
import { flatBlocks } from './flat-blocks.ts'
import { foreignMethods } from './foreign-methods.ts'
import { foreignNames } from './foreign-names.ts'
import { foreignSyntax } from './foreign-syntax.ts'
import { hashableKey } from './hashable-key.ts'
import { hyphenatedName } from './hyphenated-name.ts'
import { idleImport } from './idle-import.ts'
import { indentation } from './indentation.ts'
import { innerQuotes } from './inner-quotes.ts'
import { joinedLines } from './joined-lines.ts'
import { jsonText } from './json-text.ts'
import { lambdaPairs } from './lambda-pairs.ts'
import { lateDefinition } from './late-definition.ts'
import { leftovers } from './leftovers.ts'
import { listOperand } from './list-operand.ts'
import { lostDot } from './lost-dot.ts'
import { lostField } from './lost-field.ts'
import { lostParameter } from './lost-parameter.ts'
import { lostStart } from './lost-start.ts'
import { missingAwait } from './missing-await.ts'
import { missingColon } from './missing-colon.ts'
import { missingComma } from './missing-comma.ts'
import { missingDirectory } from './missing-directory.ts'
import { missingImport } from './missing-import.ts'
import { missingIn } from './missing-in.ts'
import { missingSelf } from './missing-self.ts'
import { misspeltAttribute } from './misspelt-attribute.ts'
import { misspeltImport } from './misspelt-import.ts'
import { misspeltKey } from './misspelt-key.ts'
import { misspeltKeyword } from './misspelt-keyword.ts'
import { misspeltName } from './misspelt-name.ts'
import { moduleOrMember } from './module-or-member.ts'
import { mutableDefault } from './mutable-default.ts'
import { noneResult } from './none-result.ts'
import { oddCharacters } from './odd-characters.ts'
import { openBracket } from './open-bracket.ts'
import { outsideBlock } from './outside-block.ts'
import { pasteResidue } from './paste-residue.ts'
import { python2Syntax } from './python2-syntax.ts'
import { queryValues } from './query-values.ts'
import { removedApi } from './removed-api.ts'
import { renamedParameter } from './renamed-parameter.ts'
import { splitSign } from './split-sign.ts'
import { staticMethod } from './static-method.ts'
import { strayToken } from './stray-token.ts'
import { surroundings } from './surroundings.ts'
import { tabs } from './tabs.ts'
import { textItem } from './text-item.ts'
import { truncatedEnd } from './truncated-end.ts'
import { unboundLocal } from './unbound-local.ts'
import { unreadAnnotation } from './unread-annotation.ts'
import { valuesAsList } from './values-as-list.ts'
import { wholeNumber } from './whole-number.ts'
import { wrongArgument } from './wrong-argument.ts'
import { wrongBrackets } from './wrong-brackets.ts'
import { wrongIteration } from './wrong-iteration.ts'

/** A program longer than this is data rather than code, and reading it would take long. */
const LONGEST_CODE = 200_000

const bounded = (strategy: Strategy): Strategy => ({
  ...strategy,
  propose: (fault) => (fault.code.length > LONGEST_CODE ? [] : strategy.propose(fault)),
})

export const pythonStrategies: readonly Strategy[] = [
  oddCharacters,
  fencedAnswer,
  leftovers,
  pasteResidue,
  closeBracket,
  openBracket,
  closeString,
  innerQuotes,
  closeTripleQuote,
  fString,
  missingColon,
  missingComma,
  equalsSign,
  joinedLines,
  splitSign,
  missingIn,
  hyphenatedName,
  misspeltKeyword,
  bareGenerator,
  unreadAnnotation,
  flatBlocks,
  indentation,
  tabs,
  outsideBlock,
  python2Syntax,
  foreignSyntax,
  strayToken,
  truncatedEnd,
  missingImport,
  misspeltName,
  renamedParameter,
  foreignNames,
  comparedStatement,
  staticMethod,
  missingSelf,
  misspeltAttribute,
  abstractMethod,
  classOfTest,
  foreignMethods,
  removedApi,
  moduleOrMember,
  misspeltImport,
  idleImport,
  wrongArgument,
  lostParameter,
  lostStart,
  lateDefinition,
  lostDot,
  misspeltKey,
  firstItem,
  dateFormat,
  jsonText,
  textItem,
  valuesAsList,
  callSuper,
  lostField,
  lambdaPairs,
  filledList,
  queryValues,
  escapedPattern,
  convertOperand,
  listOperand,
  convertArgument,
  wholeNumber,
  noneResult,
  unboundLocal,
  callOrNot,
  wrongBrackets,
  wrongIteration,
  missingAwait,
  hashableKey,
  mutableDefault,
  surroundings,
  missingDirectory,
  divisionByZero,
].map(bounded)
