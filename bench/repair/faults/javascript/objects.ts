import { mechanical, unknowable } from '../fault.ts'
import { replace } from '../replace.ts'

/** Right grammar, wrong use: objects, calls, scopes, modules, waiting. */
export const objectFaults = [
  mechanical('missing-new', replace(/\bnew (?=(?:Map|Set|Date|Promise|[A-Z]\w+)\b)/g, '')),
  mechanical('missing-this', replace(/(?<![.\w])this\.(?=\w+)/g, '')),
  mechanical('missing-await', replace(/\bawait /g, '')),
  mechanical('missing-async', replace(/\basync (?=function|\(|\w+ ?=>|\w+\()/g, '')),
  mechanical('undeclared-variable', replace(/(?<=^ *|\()(?:const|let) (?=\w+)/gm, '')),
  mechanical('constant-reassigned', replace(/\blet (?=\w+ = )/g, 'const ')),
  mechanical('require-in-module', replace(/^import (\{.*\}|\w+) from ('[^']*');?$/gm, 'const $1 = require($2);')),
  mechanical('missing-super', replace(/^ *super\(.*\);?\n/gm, '')),
  mechanical('called-property', replace(/\.(?:length|size)\b/g, '$0()')),
  mechanical('brackets-for-call', replace(/\.(push|map|filter|join|has|get|includes)\((\w+)\)/g, '.$1[$2]')),
  mechanical('call-for-index', replace(/\b([a-z]\w*)\[(\w+)\](?! [-+]?=)/g, '$1($2)')),
  unknowable(
    'missing-spread',
    replace(/\[\.\.\.(?=[^\]]+\]\.(?:map|filter|sort|join|reduce))/g, '['),
    replace(/\.\.\.(?=this\.|\w+\))/g, ''),
  ),
  mechanical('in-for-of', replace(/(?<=\bfor \(const (?:\w+|\[.*\])) of /g, ' in ')),
  mechanical('object-iterated', replace(/\bObject\.entries\((\w+(?:\.\w+)?)\)/g, '$1')),
  mechanical('set-as-array', replace(/\[\.\.\.(new Set\([^[\]]*\))\]/g, '$1')),
  unknowable('missing-optional', replace(/\?\.(?=\w)/g, '.')),
  unknowable('lost-default', replace(/ (?:\|\||\?\?) (?:\[\]|\{\}|'·*')/g, '')),
  unknowable(
    'lost-guard',
    replace(
      /^( *)if \(.*(?:=== (?:null|undefined|0)|!\w+)\) (?:return.*;\n|\{\n\1 +(?:return.*|continue;)\n\1\}\n)/gm,
      '',
    ),
  ),
  unknowable('missing-directory', replace(/^(?:await )?mkdir(?:Sync)?\(.*\);?\n/gm, '')),
]
