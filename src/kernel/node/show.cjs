const { inspect } = require('node:util')

const MOST_TEXT = 100_000
const MOST_JSON = 1_000_000
const MIME_TYPE = /^[a-z]+\/[\w.+-]+$/
const JUPYTER_DISPLAY = Symbol.for('Jupyter.display')

/** A value as a MIME bundle; one that is too large is cut and says so. */
function show(value) {
  const own = ownBundle(value)
  if (own) return { data: own, metadata: {} }
  const data = { 'text/plain': cut(inspect(value, { maxStringLength: Number.POSITIVE_INFINITY })) }
  const json = isPlainData(value) ? jsonOf(value) : undefined
  if (json === undefined) return { data, metadata: {} }
  if (json.length > MOST_JSON)
    return { data, metadata: { omitted: { 'application/json': `${json.length} characters` } } }
  data['application/json'] = JSON.parse(json)
  return { data, metadata: {} }
}

function cut(text) {
  if (text.length <= MOST_TEXT) return text
  return `${text.slice(0, MOST_TEXT)}\n… cut: ${text.length - MOST_TEXT} more characters`
}

/** The value's own description of its look. */
function ownBundle(value) {
  if (value === null || typeof value !== 'object') return undefined
  const said = typeof value[JUPYTER_DISPLAY] === 'function' ? value[JUPYTER_DISPLAY]() : value
  if (!isBundle(said)) return undefined
  const entries = Object.entries(said).map(([type, content]) => [type, contentOf(content)])
  return Object.fromEntries(entries)
}

function isBundle(value) {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  const types = Object.keys(value)
  return types.length > 0 && types.every((type) => MIME_TYPE.test(type))
}

const contentOf = (content) => (content instanceof Uint8Array ? Buffer.from(content).toString('base64') : content)

/** Whether the value survives JSON unchanged: no classes, functions, dates or cycles anywhere. */
function isPlainData(value, above = []) {
  if (value === null || typeof value !== 'object') return above.length > 0 && isPlainLeaf(value)
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return false
  if (above.includes(value) || typeof value.toJSON === 'function') return false
  return Object.values(value).every((inner) => isPlainData(inner, [...above, value]))
}

function isPlainLeaf(value) {
  if (typeof value === 'number') return Number.isFinite(value)
  return value === null || typeof value === 'string' || typeof value === 'boolean'
}

/** The value as JSON; undefined where JSON cannot express it. */
function jsonOf(value) {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

module.exports = { show, cut, isPlainData, isPlainLeaf }
