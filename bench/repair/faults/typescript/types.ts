import { mechanical } from '../fault.ts'
import { replace } from '../replace.ts'

const SLIPS: Record<string, string> = {
  interface: 'interfce',
  type: 'tpye',
  private: 'privte',
  readonly: 'readnoly',
  public: 'pubilc',
  abstract: 'abstarct',
  enum: 'enmu',
  protected: 'proteced',
}

/** Faults in types before any check of them: text that cannot be stripped. */
export const typeFaults = [
  mechanical(
    'misspelt-type-keyword',
    replace(new RegExp(`\\b(?:${Object.keys(SLIPS).join('|')})(?= \\w)`, 'g'), ([word = '']) => SLIPS[word] ?? null),
  ),
  mechanical(
    'missing-annotation-colon',
    replace(/(?<=[(,] ?\w+): (?=(?:string|number|boolean|[A-Z]\w*)\b)/g, ' '),
    replace(/(?<=\)): (?=\w+(?:<.*>)?(?:\[\])? \{$)/gm, ' '),
  ),
  mechanical('unclosed-generic', replace(/(?<=\w<[\w, ]+)>(?=[ (=;[])/g, '')),
  mechanical('go-array-type', replace(/\b(string|number|[A-Z]\w+)\[\](?=[ ,;)=])/g, '[]$1')),
  mechanical('optional-before-name', replace(/\b(\w+)\?: /g, '?$1: ')),
  mechanical('type-before-name', replace(/(?<=[(,] ?)(\w+): (string|number|boolean|[A-Z]\w*)(?=[,)])/g, '$2 $1')),
  mechanical('arrow-return-type', replace(/\): (?=(?:string|number|boolean|void|[A-Z]\w*) \{$)/gm, ') -> ')),
]
