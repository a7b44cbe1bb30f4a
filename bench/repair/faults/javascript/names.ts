import { mechanical } from '../fault.ts'
import { misspellOne } from '../misspell-one.ts'
import { replace } from '../replace.ts'

const KEYWORDS = new Set(
  `async await break case catch class const continue default delete else export extends finally for from function get if
  import instanceof let new null return set static super switch this throw true false try typeof undefined void while
  with yield require console process number string boolean readonly private public protected abstract interface type
  enum keyof infer never unknown`.split(/\s+/),
)

export const nameFaults = [
  mechanical(
    'misspelt-name',
    misspellOne({
      find: /(?<![\w.#$]|(?:const|let|class|function\*?|interface|type) )([a-z]\w{3,})\b(?! *[=:(][^=]| =>)/g,
      atLeast: 2,
      except: KEYWORDS,
    }),
  ),
  mechanical(
    'misspelt-function',
    misspellOne({ find: /(?<![\w.#]|function\*? )\b([a-z]\w{3,})(?=\()/g, atLeast: 2, except: KEYWORDS }),
  ),
  mechanical('misspelt-class', misspellOne({ find: /(?<=new |extends )([A-Z]\w{3,})/g, atLeast: 2 })),
  mechanical(
    'misspelt-global',
    misspellOne({
      find: /\b(console|process|Object|Array|Number|String|Promise|Map|Set|Math|JSON|Date|Error|RangeError|TypeError|setTimeout)\b(?=[.(])/g,
    }),
  ),
  mechanical(
    'misspelt-method',
    misspellOne({
      find: /\.(push|map|filter|reduce|forEach|join|slice|split|toUpperCase|toLowerCase|padEnd|padStart|includes|indexOf|trim|replace|sort|keys|values|entries|has|get|set|toFixed|flatMap|repeat|startsWith|shift|every|some|log|stringify|parse|floor|isInteger|then|catch|toISOString|charAt|localeCompare|flat|match|from|fromEntries)(?=\()/g,
    }),
  ),
  mechanical('misspelt-own-method', misspellOne({ find: /(?<=\bthis|\b[a-z]\w*)\.([a-z]\w{3,})(?=\()/g, atLeast: 2 })),
  mechanical('misspelt-property', misspellOne({ find: /\bthis\.([a-z]\w{3,})(?=\.|\[)/g, atLeast: 2 })),
  mechanical(
    'misspelt-module',
    misspellOne({ find: /(?<=from '|require\(')(?:node:)?([a-z]+)(?=[/'])/g, anywhere: true }),
  ),
  mechanical(
    'misspelt-import',
    misspellOne({ find: /(?<=^import \{.*)\b([a-z]\w{3,})\b(?=.*\} from)/gm, atLeast: 2, except: KEYWORDS }),
  ),
  mechanical('missing-import', replace(/^import .* from .*\n/gm, ''), replace(/^const .* = require\(.*\);?\n/gm, '')),
  mechanical(
    'wrong-case',
    replace(/\bconsole\.log\b/g, 'console.Log'),
    replace(/\bconsole\.log\b/g, 'Console.log'),
    replace(/\bJSON\./g, 'json.'),
    replace(/\bMath\./g, 'math.'),
    replace(/\bObject\./g, 'object.'),
    replace(/\.toUpperCase\(/g, '.toUppercase('),
    replace(/\.toLowerCase\(/g, '.toLowercase('),
    replace(/\.forEach\(/g, '.foreach('),
    replace(/\.padStart\(/g, '.padstart('),
    replace(/\.padEnd\(/g, '.padend('),
    replace(/\bnew (Map|Set|Date|Promise)\b/g, ([, name = '']) => `new ${name.toLowerCase()}`),
  ),
]
