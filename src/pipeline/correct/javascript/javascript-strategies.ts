import type { Strategy } from '../strategy.ts'
import { addArrow } from './add-arrow.ts'
import { addComma } from './add-comma.ts'
import { addFunction } from './add-function.ts'
import { addNew } from './add-new.ts'
import { addParentheses } from './add-parentheses.ts'
import { addThis } from './add-this.ts'
import { awaitPromise } from './await-promise.ts'
import { beginEntry } from './begin-entry.ts'
import { beginField } from './begin-field.ts'
import { beginMapEntry } from './begin-map-entry.ts'
import { bigintLiteral } from './bigint-literal.ts'
import { callFunction } from './call-function.ts'
import { callMethod } from './call-method.ts'
import { callSuper } from './call-super.ts'
import { changeDeclaration } from './change-declaration.ts'
import { closeBlock } from './close-block.ts'
import { closeBracket } from './close-bracket.ts'
import { closeLiteral } from './close-literal.ts'
import { closeQuote } from './close-quote.ts'
import { compareValues } from './compare-values.ts'
import { countTo } from './count-to.ts'
import { declareName } from './declare-name.ts'
import { doubledToken } from './doubled-token.ts'
import { dropBracket } from './drop-bracket.ts'
import { dropCall } from './drop-call.ts'
import { dropQuote } from './drop-quote.ts'
import { escapeQuote } from './escape-quote.ts'
import { foreignHabits } from './foreign-habits.ts'
import { importModule } from './import-module.ts'
import { iterateEntries } from './iterate-entries.ts'
import { keepThis } from './keep-this.ts'
import { lateDeclaration } from './late-declaration.ts'
import { leftoverText } from './leftover-text.ts'
import { literalJson } from './literal-json.ts'
import { loopBound } from './loop-bound.ts'
import { loopOverValues } from './loop-over-values.ts'
import { lostIndex } from './lost-index.ts'
import { lostStart } from './lost-start.ts'
import { makeAsync } from './make-async.ts'
import { mapEntry } from './map-entry.ts'
import { mendAnnotation } from './mend-annotation.ts'
import { mendHeads } from './mend-heads.ts'
import { mendImport } from './mend-import.ts'
import { mendSigns } from './mend-signs.ts'
import { movedBracket } from './moved-bracket.ts'
import { objectAsMap } from './object-as-map.ts'
import { openBlock } from './open-block.ts'
import { openBracket } from './open-bracket.ts'
import { optionalChain } from './optional-chain.ts'
import { parsedValue } from './parsed-value.ts'
import { plainCharacters } from './plain-characters.ts'
import { renameShadow } from './rename-shadow.ts'
import { renamedParameter } from './renamed-parameter.ts'
import { returnValue } from './return-value.ts'
import { spellConstructor } from './spell-constructor.ts'
import { spellKey } from './spell-key.ts'
import { spellKeyword } from './spell-keyword.ts'
import { spellMember } from './spell-member.ts'
import { spellName } from './spell-name.ts'
import { spellProperty } from './spell-property.ts'
import { splitKeyword } from './split-keyword.ts'
import { spreadCollection } from './spread-collection.ts'
import { staticCall } from './static-call.ts'
import { stripAnnotations } from './strip-annotations.ts'
import { swapBrackets } from './swap-brackets.ts'
import { textOfNumber } from './text-of-number.ts'

export const javascriptStrategies: readonly Strategy[] = [
  // Strategies for code that cannot be parsed.
  closeBlock,
  openBlock,
  closeBracket,
  openBracket,
  lostIndex,
  dropBracket,
  doubledToken,
  closeQuote,
  dropQuote,
  escapeQuote,
  closeLiteral,
  addComma,
  mendSigns,
  mendHeads,
  spellKeyword,
  addParentheses,
  addArrow,
  addFunction,
  makeAsync,
  plainCharacters,
  leftoverText,
  stripAnnotations,
  mendAnnotation,
  // Strategies for both kinds of code.
  foreignHabits,
  compareValues,
  changeDeclaration,
  mendImport,
  spellConstructor,
  splitKeyword,
  returnValue,
  literalJson,
  parsedValue,
  // Strategies for code that failed while it ran.
  movedBracket,
  spellName,
  renamedParameter,
  renameShadow,
  declareName,
  lostStart,
  lateDeclaration,
  addThis,
  importModule,
  callSuper,
  spellMember,
  dropCall,
  callFunction,
  callMethod,
  textOfNumber,
  countTo,
  swapBrackets,
  spreadCollection,
  addNew,
  awaitPromise,
  keepThis,
  spellProperty,
  beginField,
  optionalChain,
  iterateEntries,
  beginEntry,
  beginMapEntry,
  objectAsMap,
  mapEntry,
  loopBound,
  spellKey,
  staticCall,
  loopOverValues,
  bigintLiteral,
]
