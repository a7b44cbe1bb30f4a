const { types } = require('node:util')

const MOST_NAMES = 10_000

/** The names behind a dot. No getter is read and no proxy is asked: Tab must neither wait nor change anything. */
function attributesOf(value, path) {
  const held = path.reduce(plainAttribute, value)
  const [own, ...prototypes] = chainOf(held)
  const names = new Set(
    own === undefined ? [] : [...ownNames(own), ...prototypes.flatMap((each) => Object.getOwnPropertyNames(each))],
  )
  return [...names].sort().slice(0, MOST_NAMES)
}

function plainAttribute(value, name) {
  for (const link of chainOf(value)) {
    const found = Object.getOwnPropertyDescriptor(link, name)
    if (found && !('value' in found)) throw new TypeError(`${name} runs code when it is read`)
    if (found) return found.value
  }
  throw new ReferenceError(`${name} is not defined`)
}

/** The value and its prototypes, up to a proxy. */
function chainOf(value) {
  const chain = []
  let link = value === null || value === undefined ? null : Object(value)
  while (link !== null && !types.isProxy(link)) {
    chain.push(link)
    link = Object.getPrototypeOf(link)
  }
  return chain
}

/** The places of a list are no names, and may be millions. */
const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value) || value instanceof String
const ownNames = (value) => (isList(value) ? ['length'] : Object.getOwnPropertyNames(value))

module.exports = { attributesOf }
