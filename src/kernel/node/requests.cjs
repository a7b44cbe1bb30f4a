const { inspect } = require('node:util')
const { attributesOf } = require('./attributes.cjs')
const { describeError, describeSyntaxError } = require('./describe-error.cjs')
const { createFate } = require('./fate.cjs')
const { readCell } = require('./read-cell.cjs')
const { isPlainData, isPlainLeaf, show } = require('./show.cjs')
const { tell } = require('./tell.cjs')

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u
const SUMMARY_CHARACTERS = 200
const PIECE_BYTES = 720_000
const samePlace = (line) => line

/** The requests of the host; one at a time. */
function createRequests({ session, world, hasTypes, states }) {
  let cells = 0
  let cell

  const operations = {
    async execute(request) {
      process.exitCode = undefined
      const own = { name: `cell-${++cells}`, leave: () => {}, fate: createFate(request.waitMs) }
      cell = own
      const outcome = await runCell(request, own)
      if (!outcome.isTerminated && !('thrown' in outcome)) await own.fate.settle()
      own.leave()
      return cell === own ? tellOutcome(outcome, own) : 'interrupted'
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

    async attributes({ of }) {
      const [first, ...rest] = of.split('.')
      const found = IDENTIFIER.test(first) ? await session.evaluate(first) : notDefined(first)
      if ('thrown' in found) return fail(found.thrown)
      tell({ type: 'names', names: attributesOf(found.value, rest).filter((name) => IDENTIFIER.test(name)) })
      return 'ok'
    },

    async save({ mostBytes }) {
      const { bytes, lost } = states.save(mostBytes)
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        tell({ type: 'state', base64: bytes.subarray(at, at + PIECE_BYTES).toString('base64') })
      }
      tell({ type: 'saved', lost, versions: { node: process.versions.node } })
      return 'ok'
    },

    async load({ base64 }) {
      tell({ type: 'loaded', lost: await states.load(Buffer.from(base64, 'base64')) })
      return 'ok'
    },

    async digests() {
      tell({ type: 'digests', variables: states.digests(describeVariable) })
      return 'ok'
    },
  }

  async function runCell(request, own) {
    try {
      own.leave = world.enter(request)
      const ended = own.fate.over.then(() => ({}))
      return await Promise.race([own.fate.run(() => evaluateCell(request.code, own.name)), ended])
    } catch (thrown) {
      return { thrown }
    }
  }

  async function evaluateCell(code, name) {
    const read = hasTypes ? readCell(code, { hasTypes }) : readForgivingly(code)
    const outcome = await session.evaluate(`${read.script}\n//# sourceURL=${name}`)
    return { ...outcome, ...read }
  }

  function tellOutcome(outcome, { name, fate }) {
    const { isTerminated, value, thrown, place, isReadable = true, originalLine = samePlace } = outcome
    if (isTerminated) return tellInterrupted()
    fate.close()
    if (fate.failure) {
      tell(describeError(fate.failure.thrown, { cell: name, originalLine }))
      return 'error'
    }
    if (fate.hasExited) return tellExit(fate.exitCode, { thrown, cell: name, originalLine })
    if ('thrown' in outcome) {
      tell(isReadable ? describeError(thrown, { cell: name, originalLine }) : describeSyntaxError(thrown, place))
      return 'error'
    }
    if (value !== undefined) tell({ type: 'result', ...show(value) })
    const exitCode = fate.exitCode ?? process.exitCode
    return exitCode === undefined ? 'ok' : { status: 'ok', exitCode: Number(exitCode) }
  }

  function tellExit(exitCode, { thrown, ...where }) {
    if (exitCode === 0) return { status: 'ok', exitCode }
    tell(describeError(thrown instanceof world.ExitError ? thrown : new world.ExitError(exitCode), where))
    return { status: 'error', exitCode }
  }

  return {
    /** Gives the status to report. A value that throws when it is looked at is an error like any other. */
    answer: (request) => operations[request.op](request).catch(fail),
    /** Leaves the running cell, no matter what it still does, and gives the status to report. */
    abandon() {
      cell?.leave()
      cell?.fate.close()
      if (cell) cell.leave = () => {}
      cell = undefined
      return tellInterrupted()
    },
  }
}

/** Reads JavaScript, and strips types from it where it has any: they are no mistake worth an error. */
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

function tellInterrupted() {
  tell({ type: 'error', name: 'Interrupted', value: 'the execution was interrupted', traceback: [] })
  return 'interrupted'
}

function fail(thrown) {
  try {
    tell(describeError(thrown, { cell: '', originalLine: samePlace }))
  } catch {
    tell({ type: 'error', name: 'Thrown', value: 'something that throws when it is looked at', traceback: [] })
  }
  return 'error'
}

function describeVariable(name, value) {
  const type = value === null || typeof value !== 'object' ? typeof value : (value.constructor?.name ?? 'Object')
  const text = inspect(value, { depth: 1, breakLength: Number.POSITIVE_INFINITY, maxStringLength: SUMMARY_CHARACTERS })
  return { name, type, summary: text.slice(0, SUMMARY_CHARACTERS) }
}

module.exports = { createRequests }
