import type { PlainKind } from './shape.ts'

/** Kinds that operations on a value reveal: by members that only one kind has. */
export type EvidentKind = PlainKind | 'array' | 'map' | 'set' | 'promise' | 'record' | 'typed'

const words = (text: string): string[] => text.split(' ')

const MEMBERS: [EvidentKind, string[]][] = [
  [
    'string',
    words(
      'split charAt charCodeAt codePointAt toLowerCase toUpperCase trim trimStart trimEnd replace replaceAll padStart padEnd startsWith endsWith repeat substring substr match matchAll normalize localeCompare search',
    ),
  ],
  [
    'array',
    words(
      'map filter reduce reduceRight forEach push pop shift unshift splice sort reverse join find findIndex findLast findLastIndex some every flat flatMap fill toSorted toReversed toSpliced with',
    ),
  ],
  ['number', words('toFixed toPrecision toExponential')],
  ['map', words('get set')],
  ['set', words('add union intersection difference isSubsetOf')],
  [
    'date',
    words(
      'getTime getFullYear getMonth getDate getDay getHours getMinutes getSeconds toISOString getUTCFullYear getUTCMonth getUTCDate getUTCDay getUTCHours toDateString toLocaleDateString',
    ),
  ],
  ['promise', words('then catch finally')],
  ['regexp', words('test exec source flags')],
  ['function', words('call apply bind')],
]
/** Members of both strings and arrays. */
export const SEQUENCE_MEMBERS = words('length slice indexOf lastIndexOf includes concat at')
/** Members of every value, or of so many kinds that they reveal nothing. */
export const COMMON_MEMBERS = words(
  'toString valueOf has delete size entries keys values clear hasOwnProperty constructor toLocaleString toJSON',
)

export const kindOfMember = (name: string): EvidentKind | undefined =>
  MEMBERS.find(([, members]) => members.includes(name))?.[0]

const ARGUMENTS: [RegExp, EvidentKind][] = [
  [/^Math\./, 'number'],
  [/^Number\.is(?:Safe)?Integer$/, 'integer'],
  [/^(?:isNaN|isFinite|Number\.(?:isNaN|isFinite)|String\.from(?:CharCode|CodePoint))$/, 'number'],
  [
    /^(?:parseInt|parseFloat|Number|Number\.parse\w+|JSON\.parse|(?:en|de)codeURI(?:Component)?|BigInt|atob|btoa|URL|RegExp|Buffer\.from|Date\.parse)$/,
    'string',
  ],
  [/^Object\.(?:keys|values|entries|assign|freeze|getOwnPropertyNames)$/, 'record'],
  [/^(?:Array\.(?:isArray|from)|Set|Map|Promise\.all(?:Settled)?|Object\.fromEntries|\w+\.push\.apply)$/, 'array'],
  [/\.(?:split|join|startsWith|endsWith|replace|replaceAll|localeCompare)$/, 'string'],
  [/\.(?:repeat|charAt|charCodeAt|substring|substr|padStart|padEnd|toFixed)$/, 'integer'],
  [/\.concat$/, 'array'],
  [/^Date$/, 'date'],
]

/** The kind of a well-known function's first argument. */
export const kindOfArgument = (callee: string): EvidentKind | undefined =>
  ARGUMENTS.find(([pattern]) => pattern.test(callee))?.[1]
