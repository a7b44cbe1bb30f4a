const inspector = require('node:inspector')

const SCOPES = 'scopes'

/** V8's own REPL, on this very thread. */
function createSession() {
  const session = new inspector.Session()
  session.connect()
  const call = (method, parameters) =>
    new Promise((resolve, reject) => {
      session.post(method, parameters, (problem, answer) => (problem ? reject(problem) : resolve(answer)))
    })
  let taken
  /** The value behind its description in the protocol. */
  const valueBehind = ({ type, value, unserializableValue, objectId }) => {
    if (objectId === undefined)
      return unserializableValue === undefined ? value : primitiveOf(type, unserializableValue)
    const functionDeclaration = 'function () { "use strict"; __anneal.take(this) }'
    session.post('Runtime.callFunctionOn', { objectId, functionDeclaration }, () => {})
    session.post('Runtime.releaseObject', { objectId }, () => {})
    const found = taken
    taken = undefined
    return found
  }
  /** Asks and gets the answer at once: both sides are this very thread. */
  const ask = (method, parameters) => {
    let told
    session.post(method, parameters, (_problem, answer) => {
      told = answer
    })
    return told
  }
  const propertiesOf = (objectId) => ask('Runtime.getProperties', { objectId, ownProperties: true }) ?? {}
  return {
    /** The names around a function that are no globals; V8 keeps those that some function inside needs. */
    innerNames(value) {
      globalThis.__anneal.given = value
      const { result } = ask('Runtime.evaluate', { expression: '__anneal.given', objectGroup: SCOPES })
      globalThis.__anneal.given = undefined
      const { internalProperties = [] } = propertiesOf(result.objectId)
      const scopes = internalProperties.find(({ name }) => name === '[[Scopes]]')
      const around = scopes ? propertiesOf(scopes.value.objectId).result : []
      const inner = around.filter(({ value: scope }) => scope?.objectId && scope.description !== 'Global')
      const names = inner.flatMap(({ value: scope }) => propertiesOf(scope.objectId).result.map(({ name }) => name))
      ask('Runtime.releaseObjectGroup', { objectGroup: SCOPES })
      return names
    },
    take: (value) => {
      taken = value
    },
    /** Gives `{value}`, `{isTerminated: true}` or `{thrown, place}`; the place is right if the script cannot be read. */
    async evaluate(expression) {
      const answer = await call('Runtime.evaluate', { expression, replMode: true, awaitPromise: true }).catch(
        () => null,
      )
      if (answer === null) return { isTerminated: true }
      const { result, exceptionDetails: failure } = answer
      if (!failure) return { value: valueBehind(result) }
      const place = { line: failure.lineNumber + 1, column: failure.columnNumber + 1 }
      return { thrown: valueBehind(failure.exception), place }
    },
  }
}

function primitiveOf(type, text) {
  return type === 'bigint' ? BigInt(text.slice(0, -1)) : Number(text)
}

module.exports = { createSession }
