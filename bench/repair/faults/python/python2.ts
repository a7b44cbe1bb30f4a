import { mechanical } from '../fault.ts'
import { replace, replaceEach } from '../replace.ts'

/** Constructs that were right in Python 2. */
export const python2Faults = [
  mechanical('print-statement', replace(/^( *)print\((.+)\)$/gm, '$1print $2')),
  mechanical('print-statements', replaceEach(/^( *)print\((.+)\)$/gm, '$1print $2')),
  mechanical('except-comma', replace(/\b(except [\w.]+) as (\w+):/g, '$1, $2:')),
  mechanical('raise-comma', replace(/\b(raise \w+)\((.+)\)$/gm, '$1, $2')),
  mechanical('xrange', replace(/\brange\(/g, 'xrange(')),
  mechanical('iteritems', replace(/\.(items|keys|values)\(\)/g, '.iter$1()')),
  mechanical(
    'has-key',
    replace(/(?<=\b(?:if|elif|while|and|or) )(\w+) in (self\.\w+|[a-z_]+)(?=:| else)/g, '$2.has_key($1)'),
    replace(/(?<=\b(?:if|elif|while|and|or) )(\w+) not in (self\.\w+|[a-z_]+)(?=:| else)/g, 'not $2.has_key($1)'),
  ),
  mechanical('unicode', replace(/\bstr\((?=\w)/g, 'unicode(')),
  mechanical('raw-input', replace(/(?<![\w.])input\(/g, 'raw_input(')),
  mechanical('next-method', replace(/\bnext\((\w+)\)/g, '$1.next()')),
  mechanical('long-literal', replace(/(?<![\w.])(\d{2,})(?![\w.])/g, '$1L')),
  mechanical('old-not-equal', replace(/!=/g, '<>')),
  mechanical('reduce-builtin', replace(/\bfunctools\.reduce\(/g, 'reduce(')),
  mechanical('integer-division', replace(/ \/\/ /g, ' / ')),
  mechanical('old-octal', replace(/\b0o(?=[0-7]+\b)/g, '0')),
  mechanical('indexed-view', replace(/\blist\(([\w.]+\.(?:keys|values|items)\(\))\)(?=\[)/g, '$1')),
]
