import { mechanical, unknowable } from '../fault.ts'
import { replace, replaceAnywhere } from '../replace.ts'

/** Right grammar, wrong use: objects, calls, types, scopes. */
export const objectFaults = [
  mechanical('missing-self-parameter', replace(/(?<=\bdef \w+\()self(?:, )?/g, '')),
  mechanical('missing-self-prefix', replace(/\bself\.(?=\w+\b(?! = ))/g, '')),
  mechanical('missing-await', replace(/\bawait /g, '')),
  mechanical('missing-async', replace(/\basync (?=def|with|for)/g, '')),
  mechanical('missing-global', replace(/^ +(?:global|nonlocal) .*\n/gm, '')),
  mechanical(
    'string-plus-number',
    replace(/(?<=\+ )str\(([\w.]+(?:\([\w., ]*\))?)\)/g, '$1'),
    replace(/\bstr\(([\w.]+(?:\([\w., ]*\))?)\)(?= \+)/g, '$1'),
  ),
  mechanical(
    'number-from-text',
    replace(/\bint\(((?:input\(\)|\w+\["·+"\]|\w+(?:\.group\(\d\))?))\)/g, '$1'),
    replace(/\bfloat\((\w+(?:\[\d\])?)\)/g, '$1'),
  ),
  mechanical('bytes-for-text', replace(/\.encode\((?:"·+")?\)/g, ''), replace(/\.decode\((?:"·+")?\)/g, '')),
  mechanical(
    'none-from-in-place',
    replace(/^( *)(\w+)\.(sort|reverse|append)\(/gm, '$1$2 = $2.$3('),
    replace(/= sorted\((\w+)\)$/gm, '= $1.sort()'),
  ),
  mechanical(
    'missing-call',
    replace(/(?<=\.(?:items|values|keys|strip|split|upper|lower|isoformat|mean|tolist))\(\)/g, ''),
  ),
  mechanical('missing-join-text', replace(/(?<=\.join\()str\((\w+)\) for \1 in (\w+)(?=\))/g, '$2')),
  mechanical('brackets-for-call', replace(/\b(len|sorted|sum|str|range|max|round)\(([\w.]+)\)/g, '$1[$2]')),
  mechanical('call-for-index', replace(/\b([a-z_]\w*)\[(\w+)\](?! [+-]?=)/g, '$1($2)')),
  mechanical(
    'attribute-for-item',
    replaceAnywhere(/\b(row|entry|item|order|record|event|person|song)\[["'](\w+)["']\]/g, '$1.$2'),
  ),
  unknowable('missing-argument', replace(/(?<=\b[a-z_]{4,}\([\w.]+), [\w.]+(?=\))/g, '')),
  mechanical('range-of-list', replace(/\brange\(len\((\w+)\)\)/g, 'range($1)')),
  mechanical('module-for-class', replace(/^from datetime import datetime$/gm, 'import datetime')),
]
