/** Functions with a result that reveals nothing of their argument, or nothing harmful. */
const CALLS = new Set([
  'encodeURIComponent',
  'encodeURI',
  'escape',
  'Number',
  'parseInt',
  'parseFloat',
  'Number.parseInt',
  'Number.parseFloat',
  'BigInt',
  'Boolean',
  'Math.min',
  'Math.max',
  'Math.floor',
  'Math.round',
  'Math.abs',
  'Math.trunc',
  'path.basename',
  'Array.isArray',
  'Object.keys',
  'crypto.createHash',
  'bcrypt.hash',
  'bcrypt.hashSync',
  'bcrypt.compare',
  'isNaN',
  'Date',
  'crypto.createHmac',
])

/** Methods that return a number, a truth value or a place. */
const METHODS = new Set(
  'includes startsWith endsWith indexOf lastIndexOf test has exists existsSync isInteger findIndex charCodeAt getTime every some localeCompare search count digest hasOwnProperty isArray toFixed size statSync stat lstatSync log error warn info debug write'.split(
    ' ',
  ),
)

/** Functions with a name that says they make a value harmless. */
const BY_NAME =
  /saniti[sz]e|purify|escape|quote|encode|clean|valid|whitelist|allow|strip|slugify|hash|safe(?!load|eval)|normali[sz]eName|basename|objectid|toint|verify|parseid|\bassert/i

/** Whether the result is a number, a truth value or a place, which can hide nothing. */
export const isMeasure = (name: string): boolean => METHODS.has(name.slice(name.lastIndexOf('.') + 1))

/** Whether the result is harmless where it is used; a private value stays private. */
export function isSanitiser(name: string): boolean {
  const method = name.slice(name.lastIndexOf('.') + 1)
  if (CALLS.has(name)) return true
  if (/schema\.(?:safe)?(?:parse|validate)\w*$|^(?:z|Joi|joi)\./i.test(name)) return true
  return BY_NAME.test(method) && !/^un|decode/i.test(method)
}

/** Methods that look something up, or cut something out: their argument only selects. */
const LOOKUP =
  /^(?:slice|substring|substr|at|charAt|splice|get|find\w*|query|execute|select\w*|lookup|load\w*|all|one|h?get\w*|[sh][mM]embers|save|insert\w*|update\w*|delete\w*|createElement)$/
export const isLookup = (name: string): boolean =>
  LOOKUP.test(name.slice(name.lastIndexOf('.') + 1)) && !name.startsWith('lodash.')

/** Parts of a request that the server itself sets. */
const OWN_PARTS = new Set(
  'session user method ip ips app protocol secure xhr id log server locals socket httpVersion'.split(' '),
)
export const isOwnPart = (name: string): boolean => OWN_PARTS.has(name)

/** Members that are numbers or kinds on any object. */
export const isHarmlessMember = (key: string | undefined): boolean =>
  key === 'length' || key === 'size' || key === 'byteLength' || key === 'statusCode'
