import { mechanical, unknowable } from '../fault.ts'
import { misspellOne } from '../misspell-one.ts'
import { replace } from '../replace.ts'

const FUNCTIONS =
  'COUNT|SUM|AVG|MAX|MIN|ROUND|COALESCE|IFNULL|UPPER|LOWER|LENGTH|REPLACE|RANK|ROW_NUMBER|LAG|strftime|julianday|date|substr|group_concat|json_extract|json_each|printf|instr|ABS|TOTAL'

/** Names of tables, columns and functions. */
export const nameFaults = [
  mechanical('misspelt-table', misspellOne({ find: /\b(?:FROM|JOIN|UPDATE|INTO) ([a-z]\w{3,})/g, atLeast: 2 })),
  mechanical(
    'misspelt-column',
    misspellOne({ find: /\b[a-z]\.([a-z]\w{3,})\b/g, atLeast: 2 }),
    misspellOne({ find: /\b(?:SELECT|WHERE|BY|AND|SET|,) ([a-z]\w{3,})\b(?![.(])/g, atLeast: 2 }),
  ),
  mechanical('misspelt-alias', replace(/\b([a-z])\.(?=[a-z]\w+)/g, '$1$1.')),
  mechanical('misspelt-function', misspellOne({ find: new RegExp(`\\b(${FUNCTIONS})(?=\\()`, 'g') })),
  mechanical('missing-table-alias', replace(/(?<=\b(?:FROM|JOIN) [a-z]\w+) [a-z]\b(?=\s|$)/gm, '')),
  unknowable('ambiguous-column', replace(/\b[a-z]\.(?=\w+\b)/g, '')),
  mechanical('plural-table', replace(/(?<=\b(?:FROM|JOIN|INTO|UPDATE) [a-z_]+)s\b/g, '')),
  mechanical(
    'unquoted-text',
    replace(/'·+'/g, ([text = '']) => (/^'\w+'$/.test(text) ? text.slice(1, -1) : null)),
  ),
  mechanical(
    'camel-column',
    replace(/\b([a-z]+)_([a-z])([a-z]*)\b(?!\()/g, ([, a = '', b = '', c = '']) => a + b.toUpperCase() + c),
  ),
  unknowable('missing-value', replace(/(?<=\(\d+, '·+'), (?:\d[\d.]*|'·+'|NULL)(?=\))/g, '')),
  unknowable('missing-column-in-insert', replace(/(?<=INSERT INTO \w+ \(\w+(?:, \w+)*), \w+(?=\))/g, '')),
]
