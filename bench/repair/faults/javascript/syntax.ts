import { bracketFaults, missingComma } from '../brackets.ts'
import { mechanical, unknowable } from '../fault.ts'
import { replace } from '../replace.ts'
import { mismatchedQuotes, typographicString, unclosedString } from '../strings.ts'

const SLIPS: Record<string, string[]> = {
  function: ['funtion', 'fucntion', 'functoin'],
  return: ['retrun', 'reutrn', 'retun'],
  const: ['cosnt', 'conts', 'cons'],
  let: ['lte', 'elt'],
  class: ['calss', 'clas'],
  for: ['fro', 'forr'],
  while: ['whlie', 'whiel'],
  else: ['esle', 'els'],
  switch: ['swtich', 'swich'],
  case: ['caes', 'csae'],
  default: ['defualt', 'defalut'],
  async: ['asycn', 'asnyc'],
  await: ['awiat', 'awit'],
  import: ['improt', 'imoprt'],
  export: ['exprot', 'exoprt'],
  throw: ['thorw', 'trhow'],
  catch: ['cacth', 'cathc'],
  extends: ['extneds', 'extens'],
  constructor: ['constuctor', 'constrcutor'],
  yield: ['yeild'],
  new: ['nwe'],
  static: ['sttaic'],
  typeof: ['tpyeof'],
  super: ['supre'],
}
const keyword = new RegExp(`\\b(?:${Object.keys(SLIPS).join('|')})\\b(?=[ (])`, 'g')

/** Faults that V8's parser refuses. */
export const syntaxFaults = [
  ...bracketFaults,
  mechanical('missing-opening-brace', replace(/(?<=(?:\)|else|try|=>)) \{(?=\n)/g, '')),
  mechanical('missing-comma-call', missingComma('(')),
  mechanical('missing-comma-array', missingComma('[')),
  mechanical('missing-comma-object', missingComma('{')),
  mechanical('semicolon-for-comma', replace(/(?<=^ +\w+: .+),$/gm, ';')),
  mechanical('equals-for-colon', replace(/(?<=[{,]\s*\w+):(?= [\w'"[{])/g, ' =')),
  mechanical('unclosed-single-quote', unclosedString(/^'$/)),
  mechanical('unclosed-double-quote', unclosedString(/^"$/)),
  mechanical('unclosed-template', unclosedString(/^`$/)),
  mechanical('mismatched-quotes', mismatchedQuotes),
  mechanical('typographic-quotes', typographicString),
  mechanical('assignment-for-comparison', replace(/ === /g, ' = ')),
  mechanical(
    'misspelt-keyword',
    replace(keyword, ([word = ''], { index }) => SLIPS[word]?.[index % (SLIPS[word]?.length ?? 1)] ?? null),
  ),
  mechanical('missing-condition-parentheses', replace(/\b(if|while) \((.*)\) \{$/gm, '$1 $2 {')),
  mechanical('missing-function-keyword', replace(/^( *(?:async )?)function\*? (?=\w+\()/gm, '$1')),
  mechanical('thin-arrow', replace(/ => /g, ' -> ')),
  mechanical('spaced-arrow', replace(/ => /g, ' = > ')),
  mechanical('keyword-joined', replace(/\b(const|let|function|class|new) (?=\w)/g, '$1')),
  mechanical(
    'capital-keyword',
    replace(/\b(?:const|let|function|class|return|if|for)(?= )/g, ([word = '']) => capital(word)),
  ),
  unknowable('missing-operator', replace(/(?<=\w) [*+-] (?=\w)/g, ' ')),
]

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
