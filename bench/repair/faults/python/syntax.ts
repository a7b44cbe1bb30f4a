import { bracketFaults, missingComma } from '../brackets.ts'
import { mechanical, unknowable } from '../fault.ts'
import { replace } from '../replace.ts'
import { mismatchedQuotes, typographicString, unclosedString } from '../strings.ts'

const BLOCK = /^([ ]*(?:async def|def|class|if|elif|else|for|while|try|except|finally|with)\b.*):(?= *$)/gm

const SLIPS: Record<string, string[]> = {
  return: ['retrun', 'reutrn', 'retun'],
  while: ['whlie', 'whil'],
  def: ['dfe', 'deff', 'fed'],
  import: ['improt', 'imoprt', 'imort'],
  class: ['calss', 'clas'],
  for: ['fro', 'forr'],
  from: ['form', 'fomr'],
  else: ['esle', 'els'],
  elif: ['elfi', 'eliif'],
  except: ['excpet', 'exept'],
  with: ['wiht', 'wtih'],
  lambda: ['lamda', 'lambd'],
  yield: ['yeild', 'yied'],
  raise: ['rasie', 'raies'],
  await: ['awiat', 'awit'],
  async: ['asycn', 'asnyc'],
  not: ['nto'],
  and: ['adn'],
  try: ['tyr'],
}

const keyword =
  /\b(?:return|while|def|import|class|for|from|else|elif|except|with|lambda|yield|raise|await|async|not|and|try)\b/g

/** Faults that Python's parser refuses. */
export const syntaxFaults = [
  ...bracketFaults,
  mechanical('missing-comma-call', missingComma('(')),
  mechanical('missing-comma-list', missingComma('[')),
  mechanical('missing-comma-dict', missingComma('{')),
  mechanical('unclosed-single-quote', unclosedString(/^[rb]?'$/)),
  mechanical('unclosed-double-quote', unclosedString(/^[rb]?"$/)),
  mechanical('unclosed-triple-quote', unclosedString(/"""$|'''$/)),
  mechanical('unclosed-f-string', unclosedString(/^f["']$/)),
  mechanical('mismatched-quotes', mismatchedQuotes),
  mechanical('typographic-quotes', typographicString),
  mechanical('missing-colon', replace(BLOCK, '$1')),
  mechanical('semicolon-for-colon', replace(BLOCK, '$1;')),
  mechanical(
    'assignment-for-comparison',
    replace(/(?<=^ *(?:if|elif|while|return)\b.*) == /gm, ' = '),
    replace(/(?<=\bif [\w.[\]"·%]+(?: % \w+)?) == /g, ' = '),
  ),
  mechanical(
    'misspelt-keyword',
    replace(keyword, ([word = ''], { index }) => SLIPS[word]?.[index % (SLIPS[word]?.length ?? 1)] ?? null),
  ),
  mechanical(
    'wrong-case',
    replace(/\b(?:print|len|range|sorted|str|int|sum|max|enumerate|isinstance)(?=\()/g, ([name = '']) => capital(name)),
    replace(/\b(?:for|if|def|return|class|while|import)(?= )/g, ([name = '']) => capital(name)),
    replace(/\bself(?=\.)/g, 'Self'),
  ),
  mechanical('keyword-joined', replace(/\b(return|elif|import|yield|raise) (?=\w)/g, '$1')),
  unknowable('missing-operator', replace(/(?<=\w) [*+-] (?=\w)/g, ' ')),
]

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
