import { mechanical, type Way } from '../fault.ts'
import { misspellOne } from '../misspell-one.ts'
import { replace } from '../replace.ts'

const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield self print len range str int sum max min
  sorted list dict set isinstance super enumerate zip open round float abs any all type tuple next iter map filter
  ValueError KeyError TypeError Exception RuntimeError input`.split(/\s+/),
)

/** Removes a line that imports one of the modules. */
const lostImport = (modules: string): Way => replace(new RegExp(`^(?:import|from) (?:${modules})\\b.*\\n`, 'gm'), '')

const STANDARD =
  'asyncio|base64|bisect|calendar|collections|contextlib|copy|csv|dataclasses|datetime|decimal|enum|fractions|functools|hashlib|heapq|html|inspect|io|itertools|json|math|operator|os|pathlib|random|re|statistics|string|sys|tempfile|textwrap|time|typing|abc'

export const nameFaults = [
  mechanical(
    'misspelt-name',
    misspellOne({ find: /(?<![\w.])([a-z_][a-z_0-9]{3,})\b(?! *=[^=]|\()/g, atLeast: 2, except: KEYWORDS }),
  ),
  mechanical(
    'misspelt-function',
    misspellOne({ find: /(?<![\w.]|def )([a-z_]{4,})(?=\()/g, atLeast: 2, except: KEYWORDS }),
  ),
  mechanical('misspelt-class', misspellOne({ find: /(?<!class )\b([A-Z][a-z]\w{3,})(?=\()/g, atLeast: 2 })),
  mechanical(
    'misspelt-builtin',
    misspellOne({
      find: /(?<![\w.])(print|len|range|sorted|enumerate|isinstance|round|sum|list|open|super|float)(?=\()/g,
    }),
  ),
  mechanical('misspelt-attribute', misspellOne({ find: /\bself\.(\w{4,})\b(?! *=[^=]|\()/g, atLeast: 2 })),
  mechanical('misspelt-own-method', misspellOne({ find: /\b[a-z]\w*\.([a-z_]{4,})(?=\()/g, atLeast: 2 })),
  mechanical(
    'misspelt-method',
    misspellOne({
      find: /\.(append|items|values|keys|strip|split|join|format|lower|upper|replace|update|startswith|extend|group|sort|rjust|isupper|setdefault|get|add|insert|count|index)(?=\()/g,
    }),
  ),
  mechanical('misspelt-module-function', misspellOne({ find: new RegExp(`\\b(?:${STANDARD})\\.(\\w{4,})`, 'g') })),
  mechanical('misspelt-argument', misspellOne({ find: /(?<=[(,]\s*)([a-z_]{4,})=(?=[^=])/g, atLeast: 2 })),
  mechanical(
    'misspelt-known-argument',
    misspellOne({
      find: /\b(reverse|encoding|newline|exist_ok|indent|sort_keys|default_factory|maxsplit|start|key|sep|ascending|axis)=/g,
    }),
  ),
  mechanical('misspelt-module', misspellOne({ find: new RegExp(`^(?:import|from) (${STANDARD})\\b`, 'gm') })),
  mechanical('misspelt-import', misspellOne({ find: /^from \w+ import (\w{4,})/gm })),
  mechanical('missing-import', lostImport(STANDARD)),
  mechanical('missing-import-data', lostImport('numpy|pandas')),
]
