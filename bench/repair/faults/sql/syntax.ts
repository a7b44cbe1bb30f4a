import { missingComma } from '../brackets.ts'
import { mechanical, unknowable } from '../fault.ts'
import { misspellOne } from '../misspell-one.ts'
import { replace } from '../replace.ts'
import { typographicString, unclosedString } from '../strings.ts'

const KEYWORDS =
  'SELECT|FROM|WHERE|GROUP|ORDER|HAVING|INSERT|INTO|VALUES|UPDATE|DELETE|CREATE|TABLE|JOIN|LEFT|INNER|UNION|LIMIT|CASE|WHEN|THEN|ELSE|BETWEEN|WITH|RECURSIVE|DISTINCT|PARTITION|OVER|EXISTS|LIKE|REFERENCES|TRIGGER|VIEW'

/** Faults that SQLite's parser refuses. */
export const syntaxFaults = [
  mechanical('misspelt-keyword', misspellOne({ find: new RegExp(`\\b(${KEYWORDS})\\b`, 'g') })),
  mechanical('missing-comma-values', missingComma('('), replace(/(?<=\)),(?=\s*\()/g, '')),
  mechanical(
    'missing-comma-columns',
    replace(/(?<=^SELECT [^\n(]*\w),(?= \w)/gm, ''),
    replace(/(?<=^ +[\w.]+),$/gm, ''),
  ),
  mechanical('missing-comma-definition', replace(/(?<=^ {2}\w+ (?:INTEGER|TEXT|REAL|NUMERIC)\b.*),$/gm, '')),
  mechanical(
    'trailing-comma-columns',
    replace(/(?<=\w)(?=\nFROM )/g, ','),
    replace(/(?<=^SELECT [^\n]*\w)(?= FROM )/gm, ','),
  ),
  mechanical('trailing-comma-definition', replace(/(?<=\w\)?)(?=\n\);)/g, ',')),
  mechanical('trailing-comma-values', replace(/(?<=\))(?=;$)/gm, ',')),
  mechanical('unclosed-parenthesis', replace(/\)/g, '')),
  mechanical('extra-parenthesis', replace(/\)/g, '))')),
  mechanical(
    'missing-opening-parenthesis',
    replace(/(?<=\w )\((?=[\w\n ])/g, ''),
    replace(/(?<=VALUES\s*|, )\((?=\d|'·)/g, ''),
  ),
  mechanical('unclosed-quote', unclosedString(/^'$/)),
  mechanical('typographic-quotes', typographicString),
  mechanical('missing-semicolon', replace(/;(?=\n+(?:SELECT|INSERT|CREATE|UPDATE|WITH|DELETE|BEGIN|COMMIT))/g, '')),
  mechanical('missing-from', replace(/\bFROM (?=\w)/g, '')),
  mechanical('missing-by', replace(/\b(GROUP|ORDER|PARTITION) BY\b/g, '$1')),
  mechanical('missing-on', replace(/(?<=JOIN \w+(?: \w+)?) ON (?=\w)/g, ' ')),
  mechanical('missing-values', replace(/(?<=^INSERT INTO .*) VALUES\b/gm, '')),
  mechanical('missing-into', replace(/\bINSERT INTO\b/g, 'INSERT')),
  mechanical('missing-set', replace(/(?<=UPDATE \w+) SET\b/g, '')),
  mechanical('missing-end', replace(/ END(?= AS|\))/g, ''), replace(/^ +END(?= AS)/gm, ' ')),
  mechanical('missing-then', replace(/(?<=\bWHEN .*) THEN /g, ' ')),
  mechanical(
    'joined-keywords',
    replace(/\b(GROUP|ORDER) BY\b/g, '$1BY'),
    replace(/\bLEFT JOIN\b/g, 'LEFTJOIN'),
    replace(/\bIS NOT NULL\b/g, 'ISNOT NULL'),
  ),
  unknowable('missing-operator', replace(/(?<=\w) (?:=|>|<|>=) (?=[\w'])/g, ' ')),
]
