const { inspect } = require('node:util')
const { describeError, describeSyntaxError } = require('./describe-error.cjs')
const { readCell } = require('./read-cell.cjs')
const { isPlainData, isPlainLeaf, show } = require('./show.cjs')
const { tell } = require('./tell.cjs')

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u
const SUMMARY_CHARACTERS = 200
const samePlace = (line) => line

/** What the host may ask for; one request at a time. */
function createRequests({ session, world, hasTypes }) {
  let cells = 0
  let endWaiting = () => {}

  const operations = {
    async execute(request) {
      const interrupted = new Promise((resolve) => {
        endWaiting = () => resolve({ isTerminated: true })
      })
      const cell = `cell-${++cells}`
      const status = tellOutcome(await runCell({ request, cell, interrupted }), cell)
      endWaiting = () => {}
      return status
    },

    async get({ name }) {
      const found = IDENTIFIER.test(name) ? await session.evaluate(name) : notDefined(name)
      if ('thrown' in found) return fail(found.thrown)
      const { value } = found
      const isData = isPlainLeaf(value) || isPlainData(value)
      tell({ type: 'value', data: show(value).data, ...(isData && { json: value }) })
      return 'ok'
    },

    async set({ name, json }) {
      if (!IDENTIFIER.test(name)) return fail(new SyntaxError(`${name} is not a name a variable can have`))
      globalThis.__anneal.given = json
      const { thrown } = await session.evaluate(`var ${name} = __anneal.given`)
      return thrown ? fail(thrown) : 'ok'
    },

    async variables() {
      const variables = world.addedNames().map((name) => describeVariable(name, globalThis[name]))
      tell({ type: 'variables', variables })
      return 'ok'
    },
  }

  async function runCell({ request, cell, interrupted }) {
    let leave = () => {}
    try {
      leave = world.enter(request)
      return await Promise.race([evaluateCell(request.code, cell), interrupted])
    } catch (thrown) {
      return { thrown }
    } finally {
      leave()
    }
  }

  async function evaluateCell(code, cell) {
    const read = hasTypes ? readCell(code, { hasTypes }) : readForgivingly(code)
    const outcome = await session.evaluate(`${read.script}\n//# sourceURL=${cell}`)
    return { ...outcome, ...read }
  }

  function tellOutcome(outcome, cell) {
    const { isTerminated, value, thrown, place, isReadable = true, originalLine = samePlace } = outcome
    if (isTerminated) {
      tell({ type: 'error', name: 'Interrupted', value: 'the execution was interrupted', traceback: [] })
      return 'interrupted'
    }
    if ('thrown' in outcome) {
      if (thrown instanceof world.ExitError && thrown.code === 0) return 'ok'
      tell(isReadable ? describeError(thrown, { cell, originalLine }) : describeSyntaxError(thrown, place))
      return 'error'
    }
    if (value !== undefined) tell({ type: 'result', ...show(value) })
    return 'ok'
  }

  return {
    interrupt: () => endWaiting(),
    answer: (request) => operations[request.op](request),
  }
}

/** Types in JavaScript are no mistake worth an error. */
function readForgivingly(code) {
  const read = readCell(code, { hasTypes: false })
  if (read.isReadable) return read
  try {
    const stripped = readCell(code, { hasTypes: true })
    return stripped.isReadable ? stripped : read
  } catch {
    return read
  }
}

const notDefined = (name) => ({ thrown: new ReferenceError(`${name} is not defined`) })

function fail(thrown) {
  tell(describeError(thrown, { cell: '', originalLine: samePlace }))
  return 'error'
}

function describeVariable(name, value) {
  const type = value === null || typeof value !== 'object' ? typeof value : (value.constructor?.name ?? 'Object')
  const text = inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY, maxStringLength: SUMMARY_CHARACTERS })
  return { name, type, summary: text.slice(0, SUMMARY_CHARACTERS) }
}

module.exports = { createRequests }
