import { mechanical } from '../fault.ts'
import { replace, together } from '../replace.ts'

const UNITS: Record<string, string> = { "'%Y'": 'YEAR', "'%m'": 'MONTH' }

/** Constructs that are right in MySQL, PostgreSQL, Oracle or SQL Server. */
export const dialectFaults = [
  mechanical('ilike', replace(/\bLIKE\b/g, 'ILIKE')),
  mechanical(
    'auto-increment',
    replace(/\bINTEGER PRIMARY KEY AUTOINCREMENT\b/g, 'INT PRIMARY KEY AUTO_INCREMENT'),
    replace(/(?<=^ +id) INTEGER PRIMARY KEY\b/gm, ' INT AUTO_INCREMENT PRIMARY KEY'),
  ),
  mechanical(
    'identity',
    replace(/(?<=^ +id) INTEGER PRIMARY KEY(?: AUTOINCREMENT)?/gm, ' INT IDENTITY(1,1) PRIMARY KEY'),
  ),
  mechanical(
    'top',
    together(replace(/^SELECT (?=[^;]*\nLIMIT \d+;)/gm, 'SELECT TOP 2 '), replace(/\nLIMIT \d+(?=;)/g, '')),
  ),
  mechanical('fetch-first', replace(/\bLIMIT (\d+)(?=;)/g, 'FETCH FIRST $1 ROWS ONLY')),
  mechanical('double-colon-cast', replace(/\bCAST\((.+?) AS INTEGER\)/g, '($1)::int')),
  mechanical(
    'date-format',
    replace(/\bstrftime\(('·+'), ([\w.]+)\)/g, 'DATE_FORMAT($2, $1)'),
    replace(/\bstrftime\('·{5}', ([\w.]+)\)/g, "TO_CHAR($1, 'YYYY-MM')"),
  ),
  mechanical(
    'extract',
    replace(/\bstrftime\(('·{2}'), ([\w.]+)\)/g, ([, field = '', value = '']) =>
      UNITS[field] ? `EXTRACT(${UNITS[field]} FROM ${value})` : null,
    ),
  ),
  mechanical('nvl', replace(/\b(?:IFNULL|COALESCE)(?=\()/g, 'NVL'), replace(/\bIFNULL(?=\()/g, 'ISNULL')),
  mechanical('len', replace(/\bLENGTH\(/g, 'LEN('), replace(/\bLENGTH\(/g, 'CHAR_LENGTH(')),
  mechanical('upper-case', replace(/\bUPPER\(/g, 'UCASE('), replace(/\bLOWER\(/g, 'LCASE(')),
  mechanical('strpos', replace(/\binstr\(/g, 'STRPOS(')),
  mechanical('start-transaction', replace(/\bBEGIN TRANSACTION\b/g, 'START TRANSACTION')),
  mechanical('engine-option', replace(/(?<=^\));$/gm, ' ENGINE=InnoDB;')),
  mechanical('or-replace-view', replace(/\bCREATE VIEW\b/g, 'CREATE OR REPLACE VIEW')),
  mechanical('insert-ignore', replace(/\bINSERT INTO\b/g, 'INSERT IGNORE INTO')),
  mechanical('duplicate-key', replace(/\bON CONFLICT \(\w+\) DO UPDATE SET\b/g, 'ON DUPLICATE KEY UPDATE')),
  mechanical(
    'unique-key',
    replace(/^( +)(title|name|handle|sku|code|isbn) TEXT NOT NULL,$/gm, '$1$2 TEXT NOT NULL,\n$1KEY by_$2 ($2),'),
  ),
  mechanical('column-comment', replace(/(?<=^ +\w+ TEXT NOT NULL),$/gm, " COMMENT 'as shown',")),
  mechanical('hash-comment', replace(/^(?=SELECT)/gm, '# the next table\n')),
  mechanical('slash-comment', replace(/^(?=SELECT)/gm, '// the next table\n')),
  mechanical('strict-equality', replace(/(?<=\w) = (?=[\w'])/g, ' === ')),
  mechanical('and-signs', replace(/ AND (?=\w)/g, ' && ')),
  mechanical('minus', replace(/^EXCEPT$/gm, 'MINUS')),
  mechanical(
    'group-concat-separator',
    replace(/\bgroup_concat\((\w+(?:\.\w+)?), ('·+')\)/g, 'GROUP_CONCAT($1 SEPARATOR $2)'),
  ),
  mechanical('listagg', replace(/\bgroup_concat\(/g, 'LISTAGG(')),
]
