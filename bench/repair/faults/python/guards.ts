import { mechanical, unknowable } from '../fault.ts'
import { replace } from '../replace.ts'

/** Removes a precaution that the program took. */
export const guardFaults = [
  mechanical('missing-directory', replace(/^ *(?:os\.makedirs|\w+\.mkdir|[\w.]+\.parent\.mkdir)\(.*\)\n/gm, '')),
  mechanical('mutated-while-iterating', replace(/(?<=\bin )list\((\w+(?:\.\w+)*(?:\(\))?)\)(?=:)/g, '$1')),
  unknowable('wrong-encoding', replace(/\bencoding="·+"/g, 'encoding="ascii"')),
  unknowable(
    'index-off-by-one',
    replace(/(?<=range\()len\((\w+)\) - 1/g, 'len($1)'),
    replace(/(?<=range\((?:\d, )?)len\((\w+)\)(?=\))/g, 'len($1) + 1'),
  ),
  unknowable('lost-default', replace(/\.get\(([\w"·.]+), [^()]+\)/g, '[$1]'), replace(/\.get\(([\w"·.]+)\)/g, '[$1]')),
  unknowable(
    'lost-zero-guard',
    replace(/^( +)if (?:.* == 0|not .*|len\(\w+\) [<=]+ \d|\w+ <= 0):\n\1 {4}return .*\n/gm, ''),
  ),
  unknowable(
    'lost-none-guard',
    replace(/^( +)if (?:not \w+|\w+ is None):\n(?:\1 {4}.*\n)+?\1 {4}(?:return .*|return|continue)\n/gm, ''),
  ),
  unknowable('lost-base-case', replace(/^( +)if .*:\n\1 {4}return .*\n(?=[\s\S]*\breturn .*\()/gm, '')),
]
