import { type Shape, UNKNOWN } from './shape.ts'

const list = (of: Shape): Shape => ({ kind: 'array', of })
const INTEGER: Shape = { kind: 'integer' }
const STRING: Shape = { kind: 'string' }

/** The last words of names, with the shapes they usually mean. */
const BY_LAST_WORD: [RegExp, Shape][] = [
  [/^(?:matrix|grid|board|table|rows)$/, list(list(INTEGER))],
  [/^(?:nums?|numbers|scores|prices|digits|amounts|weights|heights|values|data|samples|sequence)$/, list(INTEGER)],
  [/^(?:words|names|strings|lines|tokens|strs|tags|keys|parts)$/, list(STRING)],
  [/^(?:arr|array|list|items|elements|xs|ys|collection|iterable|entries|queue|stack|intervals|tasks)$/, list(UNKNOWN)],
  [
    /^(?:n|m|k|i|j|index|idx|count|size|length|limit|year|month|day|age|start|end|min|max|depth|level|position|offset|capacity|width|height|id|port|times|step|exponent|base|ms|target|page|low|high|lo|hi|quantity|qty|stock|points|days|rank|priority)$/,
    INTEGER,
  ],
  [
    /^(?:x|y|z|a|b|num|number|value|amount|price|total|rate|ratio|percent|percentage|radius|celsius|fahrenheit|degrees|temperature|weight|score|discount|balance|principal|salary|distance|cost|tax|sum|average|rating|hours|minutes|seconds)$/,
    { kind: 'number' },
  ],
  [
    /^(?:s|t|c|str|string|text|word|name|title|message|msg|input|line|email|url|path|key|char|ch|sentence|phrase|prefix|suffix|separator|delimiter|pattern|template|label|password|username|slug|code|html|csv|json|query|token|hex|color|digits|roman|currency|locale|department|category|type|kind|city|country|status|role|unit|symbol|product|author|genre|language|brand|model|version|description|address|tag)$/,
    STRING,
  ],
  [
    /^(?:fn|func|function|callback|cb|predicate|comparator|compare|iteratee|mapper|reducer|handler|listener|transform|operation)$/,
    { kind: 'function' },
  ],
  [/^(?:date|when|birthday|deadline|timestamp)$/, { kind: 'date' }],
  [/^(?:flag|enabled|strict|reverse|descending|ascending|verbose|recursive|force|inclusive)$/, { kind: 'boolean' }],
  [
    /^(?:obj|object|options|opts|config|settings|props|record|dictionary|dict|params)$/,
    { kind: 'record', of: INTEGER },
  ],
]

/** The shape that a parameter's name suggests. */
export function shapeOfName(name: string): Shape {
  if (/^(?:is|has|should|can|use|with|include|allow)[A-Z]/.test(name)) return { kind: 'boolean' }
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_\d]+/)
    .filter(Boolean)
  const last = words.at(-1) ?? ''
  return BY_LAST_WORD.find(([pattern]) => pattern.test(last))?.[1] ?? UNKNOWN
}
